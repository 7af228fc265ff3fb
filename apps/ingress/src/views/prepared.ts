import {
  actionIdOf,
  shownValue,
  stepOrigin,
  streamOf,
  type ApprovalView,
  type EventName,
  type Plan,
  type RecordedOf,
  type Values,
} from '@arbiter/contracts';
import type { EventStore } from '@arbiter/store';

type Fact = RecordedOf<EventName>;

/** Only an action that changes something leaves its request in its stream. */
const SENT = new Set(['action.queued'] as const);

/** An action that waits, with the facts of the branch that it belongs to. */
export interface AskedDeed {
  readonly tenant: string;
  readonly branchId: string;
  readonly actionId: string;
  /** the step of the branch that asks for it; left out where that is not known */
  readonly stepId: string | undefined;
  readonly branch: readonly Fact[];
}

/** A step of the branch that wrote what the action takes up, by the id of its own action. */
interface Writing {
  readonly deed: string;
  readonly stream: string;
}

/**
 * What was written down before for an action and is named in its arguments by an id alone: the draft of a letter that
 * it would send. An approver sees the text, not its number.
 */
export async function preparedFor(
  store: EventStore,
  deeds: readonly AskedDeed[],
): Promise<ReadonlyMap<string, ApprovalView['prepared']>> {
  const writings = deeds.flatMap(writingsOf);
  const sent = await store.readKinds(
    writings.map(({ stream }) => stream),
    SENT,
  );
  const facts = Map.groupBy(sent, ({ stream }) => stream);
  return new Map(
    [...Map.groupBy(writings, ({ deed }) => deed)].map(([deed, of]) => [
      deed,
      of.flatMap(({ stream }) => writtenIn(facts.get(stream) ?? [])),
    ]),
  );
}

function writingsOf({ tenant, branchId, actionId, stepId: asked, branch }: AskedDeed): readonly Writing[] {
  const steps = planIn(branch)?.steps ?? [];
  const step = steps.find(({ id }) => id === asked);
  return stepsNamedIn(step?.args).map((stepId) => ({
    deed: actionId,
    stream: streamOf('action', tenant, actionIdOf(branchId, stepOrigin(stepId))),
  }));
}

const planIn = (branch: readonly Fact[]): Plan | undefined =>
  branch
    .flatMap((fact) => (fact.name === 'run.planned' || fact.name === 'branch.revised' ? [fact.data.plan] : []))
    .at(-1);

/** The steps whose results these arguments take. */
function stepsNamedIn(args: Values = {}): readonly string[] {
  const named = Object.values(args).flatMap((value) => {
    const from = value !== null && typeof value === 'object' && 'from' in value ? String(value.from) : '';
    return /^steps\.([a-z][a-z0-9_]*)\./.exec(from)?.[1] ?? [];
  });
  return [...new Set(named)];
}

function writtenIn(facts: readonly Fact[]): ApprovalView['prepared'] {
  for (const fact of facts) {
    if (fact.name !== 'action.queued') continue;
    const args = fact.data.request['args'] as Values | undefined;
    if (args) return [{ tool: fact.data.tool, args: shownValue(args) as Values }];
  }
  return [];
}
