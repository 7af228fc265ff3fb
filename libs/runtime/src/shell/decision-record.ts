import {
  actionEndsIn,
  isRunStop,
  type ActionEnd,
  type AgentFact,
  type ArtifactBundle,
  type Command,
  type DeriveBranch,
  type EventName,
  type Provenance,
  type RecordedOf,
  type StreamPosition,
} from '@arbiter/contracts';
import type { Sealer } from '@arbiter/store';
import type { Input } from './item';
import { withShared, withoutShared, type SharedPlace } from './shared-values';

/** The inputs of a decision, stored beside its first fact: enough to decide again (RT-16). */
export interface DecisionRecord {
  readonly now: string;
  /** hash of the artifacts it was decided with */
  readonly artifacts: string;
  /** hash of the rules that decided */
  readonly rules: string;
  /**
   * the facts that were read from the log for it: the run's plan and its request, the results from which the object of
   * a branch was chosen, the revisions of its plan with the ends that caused them, filled-in values, the ends of
   * earlier steps, and what its agent did; empty when there was no plan
   */
  readonly read?: readonly ReadFact[];
  /** the run of the branch that it was read for */
  readonly branch?: string;
  /** the input was this event of another stream */
  readonly source?: StreamPosition;
  /** or it was a command, sealed: it may hold personal data */
  readonly sealed?: string;
  /** the command lacks what the facts of the decision hold; where that is, is sealed with it */
  readonly isShared?: true;
}

/** A fact that was read; when it reports the ends of steps, also the step that it was read for. */
export type ReadFact = StreamPosition & { readonly stepId?: string };

/** In a sealed command, replaces the event that caused it, which is in the log already. */
const CAUSE = { '@cause': true };

interface Made {
  readonly now: string;
  readonly artifacts: string;
  readonly rules: string;
  readonly input: Input;
  readonly cause: RecordedOf<EventName> | null;
  readonly provenance?: Provenance | null | undefined;
  /** the first fact of the decision */
  readonly fact: RecordedOf<EventName>;
  /** the data of all of its facts, in their order */
  readonly data: readonly object[];
}

/** A value that the facts of the decision hold is not written a second time. */
export function writeDecision(
  { now, artifacts, rules, input, cause, provenance, fact, data }: Made,
  sealer: Sealer,
): string {
  const made = { now, artifacts, rules, ...(provenance === undefined ? {} : readingOf(provenance)) };
  if (cause !== null && input === cause) return JSON.stringify({ ...made, source: positionOf(cause) });
  const whole = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, cause !== null && value === cause ? CAUSE : value]),
  );
  const { command, places } = withoutShared(whole, data);
  const seal = (content: unknown): string => sealer.seal(fact, contextOf(fact), content);
  return JSON.stringify(
    places.length === 0
      ? { ...made, sealed: seal(whole) }
      : { ...made, sealed: seal([command, places]), isShared: true },
  );
}

const positionOf = ({ stream, version }: StreamPosition): StreamPosition => ({ stream, version });

const placeOf = (end: ActionEnd): ReadFact => ({ ...positionOf(end), stepId: end.data.stepId });

function readingOf(provenance: Provenance | null): Pick<DecisionRecord, 'read' | 'branch'> {
  if (provenance === null) return { read: [] };
  const { plan, request, branch, filled = [], stops = [], settled, ends, agents = [] } = provenance;
  const revised = (branch?.revisions ?? []).flatMap(({ accepted, failure }) => [
    positionOf(accepted),
    ...(failure ? [placeOf(failure)] : []),
  ]);
  const read = [
    positionOf(plan),
    positionOf(request),
    ...(branch?.reads ?? []).map(placeOf),
    ...revised,
    ...filled.map(positionOf),
    ...stops.map(positionOf),
    ...(settled ? [positionOf(settled)] : []),
    ...ends.map(placeOf),
    ...agents.flat().map(positionOf),
  ];
  return { read, ...(branch && { branch: plan.data.requestId }) };
}

const AGENT_FACTS: ReadonlySet<EventName> = new Set<AgentFact['name']>([
  'agent.opened',
  'agent.answered',
  'action.requested',
  'agent.requested',
  'agent.call_ended',
]);
const isOfAgent = (fact: RecordedOf<EventName>): fact is AgentFact => AGENT_FACTS.has(fact.name);

/**
 * The facts that were read for a decision, assembled again from the log; null when there was no plan, or it is gone
 * from the log.
 */
export function provenanceRead(
  { branch: branchId, read = [] }: Pick<DecisionRecord, 'branch' | 'read'>,
  factAt: (position: StreamPosition) => RecordedOf<EventName> | undefined,
  artifacts: (hash: string) => ArtifactBundle | undefined,
  branchOf: DeriveBranch,
): Provenance | null {
  const found = read.flatMap((place) => {
    const event = factAt(place);
    return event ? [{ event, stepId: place.stepId }] : [];
  });
  const [plan, request, ...rest] = found.map(({ event }) => event);
  if (plan?.name !== 'plan.accepted' || request?.name !== 'run.requested') return null;
  const bundle = artifacts(request.data.artifacts);
  if (!bundle) return null;
  const filled = rest
    .filter((event) => event.name === 'step.completed')
    .filter(({ data }) => data.status === 'completed');
  const stops = rest.filter(isRunStop);
  const settled = rest.find((event) => event.name === 'action.settled');
  const accepted = rest.filter((event) => event.name === 'revision.accepted');
  // They were read from the agent of the step down.
  const agents = [...Map.groupBy(rest.filter(isOfAgent), ({ stream }) => stream).values()];
  const more = {
    filled,
    ...(agents.length > 0 && { agents }),
    ...(stops.length > 0 && { stops }),
    ...(settled && { settled }),
  };
  const ends = found.flatMap(({ event, stepId }) => actionEndsIn(event).filter(({ data }) => data.stepId === stepId));
  if (branchId === undefined) return { plan, request, artifacts: bundle, ends, ...more };
  const isOwn = ({ data }: ActionEnd): boolean => data.runId === branchId;
  const reads = ends.filter((end) => !isOwn(end));
  const own = ends.filter(isOwn);
  const revisions = accepted.map((revision) => ({
    accepted: revision,
    failure: own.find(({ data }) => data.stepId === revision.data.stepId) ?? null,
  }));
  const isLost = (end: ActionEnd): boolean => revisions.some(({ failure }) => failure === end);
  const derived = branchOf(plan, branchId, reads, bundle, revisions);
  return derived && { ...derived, request, artifacts: bundle, ends: own.filter((end) => !isLost(end)), ...more };
}

/**
 * The command of a record, with its cause and the values of its facts put back; null once the customer was erased, or
 * where a value is not in the facts as it was.
 */
export function openCommand(
  { sealed = '', isShared }: DecisionRecord,
  facts: readonly [RecordedOf<EventName>, ...RecordedOf<EventName>[]],
  cause: RecordedOf<EventName> | null,
  sealer: Sealer,
): Command | null {
  const [fact] = facts;
  const content = sealer.open(fact, contextOf(fact), sealed, null);
  if (content === null) return null;
  const command = isShared ? putBack(content as Shared, facts) : (content as Command);
  if (command === null) return null;
  return Object.fromEntries(
    Object.entries(command).map(([name, value]) => [name, isCause(value) ? cause : value]),
  ) as unknown as Command;
}

/** A command without what the facts hold, and where that was. */
type Shared = readonly [unknown, readonly SharedPlace[]];

const putBack = ([command, places]: Shared, facts: readonly RecordedOf<EventName>[]): Command | null =>
  withShared(
    command,
    places,
    facts.map(({ data }) => data),
  ) as Command | null;

const contextOf = (fact: RecordedOf<EventName>): string => `${fact.stream}@${fact.version}#decision`;

const isCause = (value: unknown): boolean => typeof value === 'object' && value !== null && '@cause' in value;
