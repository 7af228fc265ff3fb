import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { ArbiterError, type App } from '@arbiter/contracts';
import type { Dependencies } from '@arbiter/resilience';
import { type Database, NEWER_RELEASE } from '@arbiter/store';
import type { Broker, Share } from '../bus';
import { LoadMeter } from './load-meter';
import { movesOf, partitionsOf, type Moves, type Replica, type Standing } from './moves';
import { PARTITIONS, partitionOf } from './partition';
import { PartitionTable } from './partition-table';
import { Peers } from './peers';
import { RepeatedLook } from './repeated-look';

const PAUSE_MILLISECONDS = 1_000;
/** for a replica that knows of no other: a new one announces itself */
const PAUSE_ALONE_MILLISECONDS = 4_000;
/** Looks that may fail, or come late, before a lease lapses. */
const LOOKS_A_LEASE = 3;
const PING_MILLISECONDS = 250;
const LEAVE_MILLISECONDS = 1_000;
const NOTHING: readonly null[] = Array.from({ length: PARTITIONS }, () => null);

export interface PartitionMetrics {
  partitionsHeld(count: number): void;
  partitionsMoved(how: 'claimed' | 'given', count: number): void;
}

type Meter = Pick<LoadMeter, 'read' | 'restart'>;

export interface PartitionsParts {
  readonly app: App;
  readonly broker: Broker;
  readonly database: Database;
  readonly dependencies: Pick<Dependencies, 'isStoreUp' | 'met' | 'watch'>;
  readonly metrics: PartitionMetrics;
  readonly onTrouble: (error: unknown) => void;
  readonly meter?: Meter;
}

/** Takes in events that another replica hands over; resolves with the answer for it. */
export type OnBrought = (body: Uint8Array) => Promise<string>;

/**
 * Decides which streams of a service belong to this replica, and which to the others.
 *
 * 1. Ownership is an affinity, never a right. A replica that decides another's stream loses a conflict at worst, so
 *    nothing here need be exact, and a replica whose lease has lapsed goes on with its partitions.
 * 2. Every partition has at most one owner (PartitionTable). As long as a replica is alive and can reach the table it
 *    has one, since a partition without a living owner is claimed at the next look.
 * 3. Only a replica that owns partitions pulls. So there is always one that pulls, unless none could.
 * 4. A dead replica is noticed within PING_MILLISECONDS and the look after it; a replica that hangs is noticed when its
 *    lease lapses, after LOOKS_A_LEASE pauses.
 * 5. An event that was handed over is never handed on: the replica that receives it decides it.
 * 6. A replica that comes, goes or changes an owner tells all others, and each of them looks then. A look that changed
 *    nothing is not announced.
 */
export class Partitions implements Share {
  readonly name = randomBytes(6).toString('hex');
  private readonly table: PartitionTable;
  private readonly meter: Meter;
  private readonly listeners = new Set<() => void>();
  private peers: Peers | null = null;
  private onBrought: OnBrought | null = null;
  private owners: Standing['owners'] = NOTHING;
  private others: ReadonlySet<string> = new Set();
  private held = 0;
  private isBehind = false;
  private hasCome = false;
  private readonly looks = new RepeatedLook(
    () => this.look(),
    () => this.pause,
  );
  private pinging: NodeJS.Timeout | null = null;
  private unwatch: () => void = () => undefined;
  private left = false;

  constructor(private readonly parts: PartitionsParts) {
    this.table = new PartitionTable(parts.database, parts.app);
    this.meter = parts.meter ?? new LoadMeter();
  }

  /** Whether this replica has a part of the work. */
  get isOpen(): boolean {
    return this.held > 0;
  }

  /** This replica's part of the work, from 0 to 1. */
  get portion(): number {
    return this.held / PARTITIONS;
  }

  /** Whether this replica has all of the work. */
  get isWhole(): boolean {
    return this.held === PARTITIONS;
  }

  /** Call before `start`. */
  takeIn(onBrought: OnBrought): void {
    this.onBrought = onBrought;
  }

  /** From now on claims partitions without a living owner. */
  start(): void {
    const { app, broker, dependencies, onTrouble } = this.parts;
    this.peers = new Peers(broker, app, this.name, {
      onTrouble,
      onNews: () => this.looks.soon(),
      onGone: (name) => void this.endLeaseOf(name),
      onBrought: (body) => this.onBrought?.(body) ?? Promise.resolve(''),
    });
    this.meter.restart();
    this.unwatch = dependencies.watch(() => dependencies.isStoreUp && this.looks.soon());
    this.looks.soon();
  }

  /** Gives up all partitions, so that others have them at once; events handed over before are still answered. */
  async leave(): Promise<void> {
    if (this.left) return;
    this.left = true;
    this.unwatch();
    this.pingWhile(false);
    this.hold(NOTHING);
    if (this.parts.dependencies.isStoreUp)
      await Promise.race([this.endLease(), delay(LEAVE_MILLISECONDS, undefined, { ref: false })]);
    this.peers?.tellNews();
  }

  private async endLease(): Promise<void> {
    await this.looks.end();
    await this.table.end(this.name).catch(this.parts.onTrouble);
  }

  async close(): Promise<void> {
    await this.leave();
    this.peers?.close();
  }

  /** The replica that decides the stream; null: this one. */
  ownerOf(stream: string): string | null {
    const owner = this.owners[partitionOf(stream)] ?? null;
    return owner === this.name ? null : owner;
  }

  /**
   * Hands something over to the replica that decides it. Resolves with the answer; null: there is none, and this
   * replica decides it.
   */
  bring(owner: string, body: string): Promise<string | null> {
    return this.peers?.bring(owner, body) ?? Promise.resolve(null);
  }

  /** Work has met this error. When an event needs a newer release, this replica leaves its partitions to one. */
  met(error: unknown): void {
    if (this.isBehind || !(error instanceof ArbiterError) || error.code !== NEWER_RELEASE) return;
    this.isBehind = true;
    this.looks.soon();
  }

  watch(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private get pause(): number {
    return this.others.size === 0 ? PAUSE_ALONE_MILLISECONDS : PAUSE_MILLISECONDS;
  }

  private async look(): Promise<void> {
    if (!this.parts.dependencies.isStoreUp) return;
    try {
      const me: Replica = { name: this.name, host: hostname(), isBehind: this.isBehind, ...this.meter.read() };
      const standing = await this.table.look(me, LOOKS_A_LEASE * this.pause);
      this.adopt(standing);
      if (this.left) return;
      if (!this.hasCome) this.peers!.tellNews();
      this.hasCome = true;
      await this.move(standing, movesOf(standing));
    } catch (error) {
      this.parts.onTrouble(error);
      this.parts.dependencies.met(error);
    }
  }

  private async move(standing: Standing, { claims, gives }: Moves): Promise<void> {
    const claimed = claims ? await this.table.claim(this.name) : [];
    const given = gives ? await this.table.give(this.name, gives) : [];
    if (claimed.length + given.length === 0) return;
    const owners = standing.owners.map((owner, partition) => {
      if (claimed.includes(partition)) return this.name;
      return given.includes(partition) ? gives!.to : owner;
    });
    this.adopt({ ...standing, owners });
    this.parts.metrics.partitionsMoved('claimed', claimed.length);
    this.parts.metrics.partitionsMoved('given', given.length);
    this.peers!.tellNews();
  }

  private adopt({ others, owners }: Pick<Standing, 'others' | 'owners'>): void {
    if (this.left) return;
    this.others = new Set(others.map(({ name }) => name));
    this.peers!.giveUp((name) => this.others.has(name));
    this.hold(owners);
    this.pingWhile(this.others.size > 0);
  }

  private hold(owners: Standing['owners']): void {
    this.owners = owners;
    const held = partitionsOf(owners, this.name).length;
    if (held === this.held) return;
    this.held = held;
    this.meter.restart();
    this.parts.metrics.partitionsHeld(held);
    for (const listener of this.listeners) listener();
  }

  private pingWhile(isNeeded: boolean): void {
    if (this.pinging && !isNeeded) {
      clearInterval(this.pinging);
      this.pinging = null;
    }
    if (this.pinging || !isNeeded) return;
    this.pinging = setInterval(() => this.ping(), PING_MILLISECONDS);
    // A replica that replaces a killed one still finds the old lease. The ping finds out at once that its holder is
    // dead.
    this.ping();
  }

  private ping(): void {
    for (const owner of new Set(this.owners)) if (owner !== null && owner !== this.name) this.peers!.ping(owner);
    this.peers!.giveUp((name) => this.others.has(name));
  }

  /** Ends the lease of a dead replica; if it is alive after all, it writes a new one. */
  private async endLeaseOf(name: string): Promise<void> {
    if (this.left || !this.others.has(name)) return;
    this.others = new Set([...this.others].filter((other) => other !== name));
    await this.table.end(name).catch(this.parts.onTrouble);
    this.looks.soon();
  }
}
