import type { SlotAnswered } from '@arbiter/domain';
import type { Asker, Effect } from '@arbiter/platform';

/** Has a model fill a slot once the question is recorded, and hands what it says to the branch. */
export function askForSlot(asker: Asker): Effect<'slot.requested'> {
  return async (event, { submit, artifacts }) => {
    const { runId, stepId, purpose, class: stepClass, playbook, slot, locale, values, deadline, granted } = event.data;
    const { tenant, customerId, stream, version } = event;
    const ask = {
      askId: `${stream}@${version}/${purpose}`,
      tenant,
      customerId,
      purpose,
      artifacts,
      deadline,
      runId,
      stepId,
      class: stepClass,
      playbook,
      ...(granted && { granted }),
      marksAttempts: true,
      input: { playbook, slot, locale, values },
    };
    const proposal = await asker.ask(ask, undefined, undefined, event.traceParent);
    const answered: SlotAnswered = { name: 'slot.answered', stepId, proposal };
    await submit(stream, answered, event);
  };
}
