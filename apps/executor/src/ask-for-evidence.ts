import type { RetrievalAnswered } from '@arbiter/domain';
import type { Asker } from '@arbiter/models';
import type { Effect } from '@arbiter/runtime';

/** Asks the knowledge once the question is recorded, and passes the answer to the run. */
export function askForEvidence(asker: Asker): Effect<'retrieval.requested'> {
  return async (event, { submit, artifacts }) => {
    const { stepId, query, channel, locale, deadline } = event.data;
    const { tenant, customerId } = event;
    const ask = {
      askId: `${event.stream}@${event.version}/retrieval`,
      tenant,
      customerId,
      purpose: 'retrieval' as const,
      artifacts,
      deadline,
      input: { query, channel, locale },
    };
    const proposal = await asker.ask(ask, undefined, undefined, event.traceParent);
    const answered: RetrievalAnswered = { name: 'retrieval.answered', stepId, proposal };
    await submit(event.stream, answered, event);
  };
}
