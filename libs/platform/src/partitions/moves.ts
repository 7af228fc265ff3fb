/** What a replica says of itself; null until it has measured for a while. */
export interface Replica {
  readonly name: string;
  readonly host: string;
  /** the share of a core that its thread takes */
  readonly load: number | null;
  /** the share of the time in which its event loop has something to do */
  readonly busy: number | null;
  /** it met what only a newer release can read */
  readonly isBehind: boolean;
}

/** Who stands beside whom, and whose each partition is; null: nobody's who is there. */
export interface Standing {
  readonly me: Replica;
  readonly others: readonly Replica[];
  readonly owners: readonly (string | null)[];
}

export interface Gift {
  readonly to: string;
  readonly partitions: readonly number[];
}

/** What a replica does upon what it sees. */
export interface Moves {
  readonly claims: boolean;
  readonly gives: Gift | null;
}

/** A thread has one core: beyond this it cannot keep up for long. */
const FULL = 0.85;
/** On a machine of its own, one that waits for a core or is held to a part of one is full as well. */
const FULL_OF_WAITING = 0.95;
/** What has room takes half of what one that is full has, and is not full by it. */
const ROOM = 0.4;
/** Two that together need no more than this work better as one: their batches are larger. */
const TOGETHER = 0.4;

/**
 * As few replicas as keep up have the partitions, for what is decided together costs less.
 *
 * 1. What is nobody's is claimed by whoever sees it; the table lets one have it.
 * 2. A replica gives only what it has, and only to one that is there.
 * 3. One that is full gives half to one that has room; one of two that need less than one gives all to the other. Which
 *    of the two is the same for both. What is not measured yet neither gives nor is given for its load.
 * 4. Of those that are not behind one has a part, so that what is too new for the others comes to it: one that is
 *    behind gives all to one that is not while none of those has anything, and is not given all by such a one.
 */
export function movesOf(standing: Standing): Moves {
  const claims = standing.owners.includes(null) && !isForNewer(standing);
  return { claims, gives: claims ? null : giftOf(standing) };
}

/** 4. */
function isForNewer({ me, others, owners }: Standing): boolean {
  const newer = others.filter(({ isBehind }) => !isBehind);
  return me.isBehind && newer.length > 0 && !newer.some(({ name }) => owners.includes(name));
}

function giftOf(standing: Standing): Gift | null {
  const { me, others, owners } = standing;
  const mine = partitionsOf(owners, me.name);
  if (mine.length === 0) return null;
  const newer = others.filter(({ isBehind }) => !isBehind);
  if (isForNewer(standing)) return { to: leastOf(newer, owners)!.name, partitions: mine };
  const withRoom = (peers: readonly Replica[]): Replica | null =>
    leastOf(
      peers.filter((peer) => relieves(peer, me)),
      owners,
    );
  const relief = mine.length > 1 ? (withRoom(newer) ?? withRoom(others)) : null;
  if (relief) return { to: relief.name, partitions: mine.slice(mine.length - (mine.length >> 1)) };
  const heir = others.find((peer) => takesIn(peer, me, owners));
  return heir ? { to: heir.name, partitions: mine } : null;
}

function relieves(peer: Replica, me: Replica): boolean {
  if (me.load === null || me.busy === null || peer.load === null || peer.load > ROOM) return false;
  return me.load >= FULL || (peer.host !== me.host && me.busy >= FULL_OF_WAITING);
}

function takesIn(peer: Replica, me: Replica, owners: Standing['owners']): boolean {
  if (me.load === null || peer.load === null || me.load + peer.load > TOGETHER) return false;
  if (me.isBehind !== peer.isBehind) return me.isBehind;
  const [mine, theirs] = [partitionsOf(owners, me.name).length, partitionsOf(owners, peer.name).length];
  return theirs > mine || (theirs === mine && peer.name < me.name);
}

/** The one that has the fewest, and of those the first by name; null when there is none. */
function leastOf(replicas: readonly Replica[], owners: Standing['owners']): Replica | null {
  const ranked = replicas
    .map((replica) => ({ replica, has: partitionsOf(owners, replica.name).length }))
    .sort((a, b) => a.has - b.has || (a.replica.name < b.replica.name ? -1 : 1));
  return ranked[0]?.replica ?? null;
}

export const partitionsOf = (owners: Standing['owners'], name: string): readonly number[] =>
  owners.flatMap((owner, partition) => (owner === name ? [partition] : []));
