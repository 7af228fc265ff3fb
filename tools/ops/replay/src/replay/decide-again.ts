import {
  isIgnored,
  type ArtifactBundle,
  type DecisionContext,
  type EventName,
  type Fact,
  type Provenance,
  type RecordedOf,
} from '@arbiter/contracts';
import { openCommand, type Entry } from '@arbiter/runtime';
import type { Sealer } from '@arbiter/store';
import { firstDifference } from './difference';
import type { RecordedDecision } from './recorded-decisions';
import type { Rules } from './rules';
import { isSkip } from './skipped';
import type { Replayed } from './replay-report';

/** One recorded decision and everything around it. */
export interface Situation {
  readonly recorded: RecordedDecision;
  readonly rules: Rules;
  /** the stream as it stood before it */
  readonly entry: Entry<unknown>;
  readonly tenant: string;
  readonly cause: RecordedOf<EventName> | null;
  readonly artifacts: ArtifactBundle | undefined;
  /** the facts that were read for it; undefined when none had to be */
  readonly provenance: Provenance | null | undefined;
  readonly sealer: Sealer;
  /** whether the facts it was decided upon are archived and not available */
  readonly archived: boolean;
  /** whether a value is gone that the decision was made upon; known for sure once its input was opened */
  readonly erased: () => boolean;
}

type Outcome = Pick<Replayed, 'verdict' | 'what'> & { readonly version?: number };

const EQUAL: Outcome = { verdict: 'equal', what: null };

/** Makes a decision again and compares it. */
export function decideAgain(situation: Situation): Replayed {
  const { facts } = situation.recorded;
  const input = inputOf(situation);
  const outcome = compare(situation, input);
  return {
    stream: facts[0].stream,
    version: facts[0].version,
    input: input?.name ?? 'unknown',
    facts: facts.map(({ name }) => name),
    ...outcome,
  };
}

function inputOf({ recorded: { record, facts }, cause, sealer }: Situation): { readonly name: string } | null {
  return record.source ? cause : openCommand(record, facts, cause, sealer);
}

function compare(situation: Situation, input: { readonly name: string } | null): Outcome {
  const {
    recorded: { record },
    entry,
    rules,
    artifacts,
  } = situation;
  if (situation.erased()) return { verdict: 'erased', what: null };
  if (situation.archived) return { verdict: 'archived', what: null };
  if (!input)
    return {
      verdict: record.isShared && record.rules !== rules.hash ? 'changed' : 'differing',
      what: record.source
        ? `was decided upon ${record.source.stream}@${record.source.version}, which is not in the log`
        : 'has a command that cannot be read, or whose values its facts do not hold as they were',
    };
  if (!artifacts)
    return { verdict: 'differing', what: `was decided with artifacts ${record.artifacts}, which are not stored` };
  const taken =
    record.source && rules.feeds.has(categoryOf(record.source.stream))
      ? (entry.cursors.get(record.source.stream) ?? 0)
      : -1;
  if (record.source && record.source.version <= taken)
    return {
      verdict: 'differing',
      what: `was decided upon ${record.source.stream}@${record.source.version} after ${taken} of it was taken in`,
    };
  return compareFacts(situation, input, artifacts);
}

const categoryOf = (stream: string) => stream.slice(0, stream.indexOf('-')) as RecordedCategory;
type RecordedCategory = Parameters<Rules['feeds']['has']>[0];

function compareFacts(
  { recorded: { record, facts }, rules, entry, tenant, provenance }: Situation,
  input: { readonly name: string },
  artifacts: ArtifactBundle,
): Outcome {
  const context: DecisionContext = {
    now: record.now,
    stream: facts[0].stream,
    tenant,
    customerId: facts[0].customerId,
    artifacts,
    artifactsHash: record.artifacts,
    ...(provenance === undefined ? {} : { provenance }),
  };
  const now = decide(rules, entry, input, context);
  const difference = typeof now === 'string' ? null : firstDifference(facts, now);
  if (typeof now !== 'string' && !difference) return EQUAL;
  if (isSkip(rules.decider, entry.state, input, context, facts)) return EQUAL;
  const same = record.rules === rules.hash;
  const verdict = same ? 'differing' : 'changed';
  const since = same ? '' : ' (the rules changed since)';
  if (!difference) return { verdict, what: `${facts[0].name} was recorded, now ${now}${since}` };
  const { index, name, path, recorded } = difference;
  return {
    verdict,
    version: facts[0].version + index,
    what: `${name} differs at ${path}: recorded ${recorded}, now ${difference.now}${since}`,
  };
}

/** The facts of today, or why there are none. */
function decide(
  { decider }: Rules,
  { state }: Entry<unknown>,
  input: { readonly name: string },
  context: DecisionContext,
): readonly Fact[] | string {
  try {
    const decision = decider.decide(state, input, context);
    return isIgnored(decision) ? `the input is ignored: ${decision.ignored}` : decision;
  } catch (error) {
    return `the rules throw: ${error instanceof Error ? error.message : String(error)}`;
  }
}
