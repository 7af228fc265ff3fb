import { lapseSeconds, lapsesAt, slotTimerKey, type SlotAnswered } from '@arbiter/domain';
import { holdByTimer, isLeftToAnother, type Asker } from '@arbiter/models';
import type { Effect } from '@arbiter/runtime';
import type { Database } from '@arbiter/store';

/**
 * Has a model fill a slot once the question is recorded, and passes the answer to the branch. While it waits it
 * postpones the timer of the question; when this process dies, the timer goes off and the question is asked again.
 */
export function askForSlot(asker: Asker, database: Database): Effect<'slot.requested'> {
  return async (event, { submit, artifacts, signal }) => {
    const {
      runId,
      stepId,
      actionId,
      purpose,
      class: stepClass,
      playbook,
      slot,
      locale,
      values,
      asked,
      granted,
    } = event.data;
    const { deadline, at } = event.data;
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
      ...(actionId !== undefined && { actionId }),
      class: stepClass,
      playbook,
      ...(granted && { granted }),
      marksAttempts: true,
      input: { playbook, slot, locale, values },
    };
    const timer = { stream, key: slotTimerKey(stepId) };
    const hold = holdByTimer(database, timer, lapsesAt(at, asked), lapseSeconds(asked));
    const proposal = await asker.ask(ask, undefined, signal, event.traceParent, hold);
    if (isLeftToAnother(proposal)) return;
    const answered: SlotAnswered = { name: 'slot.answered', stepId, asked, proposal };
    await submit(stream, answered, event);
  };
}
