import {
  PLAYBOOK_CHANNEL,
  activePlaybook,
  instanceName,
  playbookName,
  type Decision,
  type DecisionContext,
  type Fact,
  type Incoming,
  type PlaybookInstance,
} from '@arbiter/contracts';
import { runRequested } from '../decide/session-facts';
import type { SessionInput } from '../session-input';
import { NO_INSTANCES, evolvePlaybook, type PlaybookSession } from './playbook-session';

/** What is decided in the conversation of a playbook: nobody writes in it, its instances begin and end. */
export function decidePlaybook(
  session: PlaybookSession | null,
  input: SessionInput,
  context: DecisionContext,
): Decision {
  const known = session ?? NO_INSTANCES;
  switch (input.name) {
    case 'playbook.submitted':
      return onSubmitted(known, input, context);
    case 'run.completed':
      return onInstanceEnded(known, input, context);
    default:
      return { ignored: 'of_a_playbook' };
  }
}

/** B1, B2 */
function onSubmitted(
  session: PlaybookSession,
  { data }: Incoming<'playbook.submitted'>,
  context: DecisionContext,
): Decision {
  const { requestId, playbook, day } = data;
  if (session.days.includes(day)) return { ignored: 'already_asked_for' };
  const instance = { playbook, day };
  if (session.underWay !== null) return [{ name: 'instance.queued', data: { requestId, instance } }];
  return [instanceRequested(session, requestId, instance, context)];
}

/** The next one begins with what is known of all before it. */
function onInstanceEnded(
  session: PlaybookSession,
  { data: { runId, status, touched = [] } }: Incoming<'run.completed'>,
  context: DecisionContext,
): Decision {
  const { underWay } = session;
  if (underWay?.requestId !== runId) return { ignored: 'not_under_way' };
  const ended: Fact = {
    name: 'instance.ended',
    data: { requestId: runId, instance: underWay.instance, status, touched: [...touched] },
  };
  const after = evolvePlaybook(session, ended)!;
  const [next] = after.queued;
  return next === undefined ? [ended] : [ended, instanceRequested(after, next.requestId, next.instance, context)];
}

/** PL-11: with the parameters that the tenant's bundle holds now; its consent is that it has switched the playbook on. */
function instanceRequested(
  { touched }: PlaybookSession,
  requestId: string,
  instance: PlaybookInstance,
  context: DecisionContext,
): Fact {
  const { playbook, day } = instance;
  const name = playbookName(playbook);
  const { artifacts } = context;
  return runRequested(
    {
      requestId,
      sessionId: name,
      channel: PLAYBOOK_CHANNEL,
      messageId: null,
      delivery: { locale: artifacts.copy.locale, anchor: null, clears: null },
      overtakes: [],
    },
    context,
    {
      purpose: 'playbook',
      threadId: instanceName(instance),
      template: name,
      instance,
      args: { parameters: activePlaybook(artifacts, playbook)?.parameters ?? {}, today: day, touched },
      consent: { kind: 'standing', rule: 'playbook_switched_on', requestId },
    },
  );
}
