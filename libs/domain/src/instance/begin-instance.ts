import {
  PLAYBOOK_CHANNEL,
  instanceName,
  instanceRunId,
  playbookName,
  verdictRunId,
  type ActivePlaybook,
  type DecisionContext,
  type EventData,
  type Fact,
  type PlaybookInstance,
  type Touch,
  type Values,
} from '@arbiter/contracts';
import { runRequested } from '../run-request';
import { givingWay } from './decide-pauses';
import { mayBegin, touchesAt, type Instance, type PlaybookState } from './playbook-state';

export const switchedOn = ({ artifacts }: DecisionContext, playbook: string): ActivePlaybook | undefined =>
  artifacts.playbooks?.find(({ definition }) => definition.playbook === playbook);

/**
 * The instance of a day: it begins, or waits until the one under way has ended, which a paused one does now. Nothing
 * when it has begun or waits already.
 */
export function instanceFacts(
  state: PlaybookState,
  playbook: string,
  { day, attempt }: Pick<Instance, 'day' | 'attempt'>,
  context: DecisionContext,
): readonly Fact[] {
  if (!mayBegin(state, day, attempt)) return [];
  const active = switchedOn(context, playbook);
  const instance = { playbook, day, ...numberOf(attempt) };
  if (!active) return [instanceSkipped(instance, 'not_switched_on', context)];
  if (state.underWay === null) return [instanceRun(active, { day, attempt }, state.touches, context)];
  return [
    { name: 'instance.queued', data: { ...instance, runId: instanceRunId(context.tenant, instance) } },
    ...givingWay(state.underWay),
  ];
}

/** The first attempt of a day goes without a number. */
export const numberOf = (attempt: number): { readonly attempt?: number } => (attempt === 1 ? {} : { attempt });

export const instanceSkipped = (instance: PlaybookInstance, reason: string, { tenant }: DecisionContext): Fact => ({
  name: 'instance.skipped',
  data: { ...instance, runId: instanceRunId(tenant, instance), reason },
});

/** The run of an instance. */
export function instanceRun(
  active: ActivePlaybook,
  { day, attempt }: Pick<Instance, 'day' | 'attempt'>,
  touches: readonly Touch[],
  context: DecisionContext,
): Fact {
  const instance = { playbook: active.definition.playbook, day, ...numberOf(attempt) };
  return runOf(active, instanceRunId(context.tenant, instance), context, {
    purpose: 'playbook',
    threadId: instanceName(instance),
    instance,
    args: argsOf(active, day, touchedIn(touchesAt(touches, context.now))),
  });
}

/**
 * EVL-05: the run that looks at the objective at a time of its schedule (ISO 8601), of that day; it goes through no
 * object.
 */
export const verdictRun = (active: ActivePlaybook, at: string, day: string, context: DecisionContext): Fact =>
  runOf(active, verdictRunId(context.tenant, active.definition.playbook, at), context, {
    purpose: 'verdict',
    args: argsOf(active, day, {}),
  });

const argsOf = ({ parameters }: ActivePlaybook, today: string, touched: ReturnType<typeof touchedIn>): Values => ({
  parameters,
  today,
  touched,
});

/** Upon the tenant's standing consent: the playbook is switched on. */
function runOf(
  { definition: { playbook } }: ActivePlaybook,
  requestId: string,
  context: DecisionContext,
  wanted: Pick<EventData<'run.requested'>, 'purpose' | 'args'> & Partial<EventData<'run.requested'>>,
): Fact {
  const delivery: EventData<'run.requested'>['delivery'] = {
    locale: context.artifacts.copy.locale,
    anchor: null,
    clears: null,
  };
  const origin = { requestId, sessionId: playbookName(playbook), channel: PLAYBOOK_CHANNEL, messageId: null };
  return runRequested({ ...origin, delivery, overtakes: [] }, context, {
    ...wanted,
    template: playbookName(playbook),
    consent: { kind: 'standing', rule: 'playbook_switched_on', requestId },
  });
}

/** When each object was touched. */
function touchedIn(touches: readonly Touch[]): Readonly<Record<string, readonly string[]>> {
  const byObject = Map.groupBy(touches, ({ object }) => object);
  return Object.fromEntries([...byObject].map(([object, found]) => [object, found.map(({ at }) => at)]));
}
