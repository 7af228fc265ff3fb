import { activePlaybook } from '@arbiter/contracts';
import type { DraftAnswered } from '@arbiter/domain';
import { Asker, inboxOf, type Effect, type ServiceCore } from '@arbiter/platform';

/** Asks for the plan of a playbook, or a revision of one (PL-18), once the question is recorded, and hands the answer (or the failure) back to its key. */
export function askForPlan({ broker, keyring, app, artifacts: bundles }: ServiceCore): Effect<'plan.draft_requested'> {
  const asker = new Asker(broker.connection, keyring, { inboxPrefix: inboxOf(app) });
  return async (event, { submit }) => {
    const { playbook, artifacts, requestId, attempt, wrong, deadline, revision, granted } = event.data;
    const { tenant, customerId, stream, version } = event;
    const definition = activePlaybook(await bundles.load(artifacts), playbook)?.definition;
    const ask = {
      askId: `${stream}@${version}/plan`,
      tenant,
      customerId,
      purpose: 'plan',
      artifacts,
      deadline,
      runId: requestId,
      playbook,
      ...(granted && { granted }),
      question: { stream, version },
      ...(definition && { class: revision ? definition.classes.revision : definition.classes.plan }),
      input: { playbook, wrong, ...(revision && { revision }) },
    } as const;
    const proposal = await asker.ask(ask, undefined, undefined, event.traceParent);
    const answered: DraftAnswered = { name: 'draft.answered', attempt, proposal };
    await submit(stream, answered, event);
  };
}
