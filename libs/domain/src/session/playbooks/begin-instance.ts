import {
  PLAYBOOK_CHANNEL,
  instanceName,
  instanceRunId,
  playbookName,
  type ActivePlaybook,
  type DecisionContext,
  type EventData,
  type Fact,
  type Touch,
} from '@arbiter/contracts';
import { runRequested } from '../decide/session-facts';
import { isKnown, touchesAt, type PlaybookState } from './playbook-state';

export const switchedOn = ({ artifacts }: DecisionContext, playbook: string): ActivePlaybook | undefined =>
  artifacts.playbooks?.find(({ definition }) => definition.playbook === playbook);

/** The instance of a day: it begins, or waits until the one under way has ended. Nothing when it has begun or waits already. */
export function instanceFacts(
  state: PlaybookState,
  playbook: string,
  day: string,
  context: DecisionContext,
): readonly Fact[] {
  if (isKnown(state, day)) return [];
  const active = switchedOn(context, playbook);
  if (!active) return [instanceSkipped(playbook, day, 'not_switched_on', context)];
  if (state.underWay === null) return [instanceRun(active, day, state.touches, context)];
  return [
    { name: 'instance.queued', data: { playbook, day, runId: instanceRunId(context.tenant, { playbook, day }) } },
  ];
}

export const instanceSkipped = (playbook: string, day: string, reason: string, { tenant }: DecisionContext): Fact => ({
  name: 'instance.skipped',
  data: { playbook, day, runId: instanceRunId(tenant, { playbook, day }), reason },
});

/** Its run, upon the tenant's standing consent: the playbook is switched on. */
export function instanceRun(
  { definition: { playbook }, parameters }: ActivePlaybook,
  day: string,
  touches: readonly Touch[],
  context: DecisionContext,
): Fact {
  const instance = { playbook, day };
  const requestId = instanceRunId(context.tenant, instance);
  const delivery: EventData<'run.requested'>['delivery'] = {
    locale: context.artifacts.copy.locale,
    anchor: null,
    clears: null,
  };
  const origin = { requestId, sessionId: playbookName(playbook), channel: PLAYBOOK_CHANNEL, messageId: null };
  return runRequested({ ...origin, delivery, overtakes: [] }, context, {
    purpose: 'playbook',
    threadId: instanceName(instance),
    template: playbookName(playbook),
    instance,
    consent: { kind: 'standing', rule: 'playbook_switched_on', requestId },
    args: { parameters, today: day, touched: touchedIn(touchesAt(touches, context.now)) },
  });
}

/** When each object was touched. */
function touchedIn(touches: readonly Touch[]): Readonly<Record<string, readonly string[]>> {
  const byObject = Map.groupBy(touches, ({ object }) => object);
  return Object.fromEntries([...byObject].map(([object, found]) => [object, found.map(({ at }) => at)]));
}
