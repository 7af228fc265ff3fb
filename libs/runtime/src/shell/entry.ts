import type { Category, Decider, EventName, RecordedOf } from '@arbiter/contracts';

export type AnyDecider<State> = Decider<State, { readonly name: string }>;

/** A stream in the shell's memory: its folded state, its version and its positions in ordered feeds. */
export interface Entry<State> {
  readonly state: State;
  readonly version: number;
  /** per ordered source stream, the last version taken in */
  readonly cursors: ReadonlyMap<string, number>;
  readonly customerId: string;
  readonly traceParent: string | null;
  /** of a stream that holds one interaction: its intent, once it is settled (CL-10) */
  readonly intentId: string | null;
  /** the last line of the UI log */
  readonly uiSeq: number;
  /** the version last given to be kept as a snapshot; 0 for none */
  readonly snapshotAt: number;
  /** the version at which it was measured last; 0 for none */
  readonly sizedAt: number;
  /** the data key that personal values of the state were read with; null while there are none */
  readonly keyId: string | null;
}

export function emptyEntry<State>(decider: AnyDecider<State>): Entry<State> {
  return {
    state: decider.initial(),
    version: 0,
    cursors: new Map(),
    customerId: '',
    traceParent: null,
    intentId: null,
    uiSeq: 0,
    snapshotAt: 0,
    sizedAt: 0,
    keyId: null,
  };
}

/** The categories whose streams hold many interactions of their own. */
const HOLD_SEVERAL: ReadonlySet<Category> = new Set(['session', 'playbook']);

/** Folds one recorded fact; facts caused by a stream of `feeds` move that stream's cursor. */
export function fold<State>(
  decider: AnyDecider<State>,
  feeds: ReadonlySet<Category>,
  entry: Entry<State>,
  event: RecordedOf<EventName>,
): Entry<State> {
  const source = event.source;
  const advances =
    source !== null && feeds.has(categoryOf(source.stream)) && (entry.cursors.get(source.stream) ?? 0) < source.version;
  return {
    ...entry,
    state: decider.evolve(entry.state, event),
    version: event.version,
    cursors: advances ? new Map(entry.cursors).set(source.stream, source.version) : entry.cursors,
    customerId: event.customerId,
    traceParent: event.traceParent ?? entry.traceParent,
    intentId: HOLD_SEVERAL.has(categoryOf(event.stream)) ? null : (event.intentId ?? entry.intentId),
  };
}

const categoryOf = (stream: string): Category => stream.slice(0, stream.indexOf('-')) as Category;
