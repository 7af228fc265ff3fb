/** A replica as it describes itself; its loads are null until it has measured for a while. */
export interface Replica {
  readonly name: string;
  readonly host: string;
  /** the share of a core that its thread takes */
  readonly load: number | null;
  /** the share of the time in which its event loop has something to do */
  readonly busy: number | null;
  /** the replica met an event that only a newer release can read */
  readonly isBehind: boolean;
}

/** The replicas of a service and the owner of each partition; null: no replica that is alive owns it. */
export interface Standing {
  readonly me: Replica;
  readonly others: readonly Replica[];
  readonly owners: readonly (string | null)[];
}

export interface Transfer {
  readonly to: string;
  readonly partitions: readonly number[];
}

/** The changes that a replica makes to the partitions' owners. */
export interface Moves {
  readonly claims: boolean;
  readonly gives: Transfer | null;
}

/** A thread has one core: beyond this it cannot keep up for long. */
const FULL = 0.85;
/** On a machine of its own, one that waits for a core or is held to a part of one is full as well. */
const FULL_OF_WAITING = 0.95;
/** A replica at or below this load has room: with half of a full one's partitions it is still not full. */
const ROOM = 0.4;
/** Two that together need no more than this work better as one: their batches are larger. */
const TOGETHER = 0.4;

/**
 * As few replicas as can keep up own the partitions, because decisions made together cost less.
 *
 * 1. A partition without a living owner is claimed by every replica that sees it; the table gives it to one.
 * 2. A replica gives only partitions that it owns, and only to a replica that is alive.
 * 3. A full replica gives half of its partitions to one that has room. Of two replicas that together need less than
 *    one, one gives all to the other, and both agree which one. A replica without a measurement neither gives nor
 *    receives because of its load.
 * 4. At least one of the replicas that are not behind owns partitions, so that events which are too new for the others
 *    reach it. While none of them owns any, a replica that is behind gives all of its partitions to one that is not. A
 *    replica that is not behind never gives all of its partitions to one that is.
 */
export function movesOf(standing: Standing): Moves {
  const claims = standing.owners.includes(null) && !isForNewer(standing);
  return { claims, gives: claims ? null : transferOf(standing) };
}

/** 4. */
function isForNewer({ me, others, owners }: Standing): boolean {
  const newer = others.filter(({ isBehind }) => !isBehind);
  return me.isBehind && newer.length > 0 && !newer.some(({ name }) => owners.includes(name));
}

function transferOf(standing: Standing): Transfer | null {
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
  const successor = others.find((peer) => takesIn(peer, me, owners));
  return successor ? { to: successor.name, partitions: mine } : null;
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

/** The replica with the fewest partitions, and of those the first by name; null when there is none. */
function leastOf(replicas: readonly Replica[], owners: Standing['owners']): Replica | null {
  const ranked = replicas
    .map((replica) => ({ replica, has: partitionsOf(owners, replica.name).length }))
    .sort((a, b) => a.has - b.has || (a.replica.name < b.replica.name ? -1 : 1));
  return ranked[0]?.replica ?? null;
}

export const partitionsOf = (owners: Standing['owners'], name: string): readonly number[] =>
  owners.flatMap((owner, partition) => (owner === name ? [partition] : []));
