import type { IntentAnswered } from '@arbiter/domain';
import type { Asker } from '@arbiter/models';
import type { Effect } from '@arbiter/runtime';

/** Asks for a proposal once the question is recorded, and hands the answer (or the failure) back to the session. */
export function askForIntent(asker: Asker): Effect<'intent.requested'> {
  return async (event, { submit, artifacts }) => {
    const { requestId, attempt, text, locale, eligible, deadline, context, personal, tier } = event.data;
    const { tenant, customerId } = event;
    const askId = `${event.stream}@${event.version}/intent`;
    const ask = {
      askId,
      tenant,
      customerId,
      purpose: 'intent',
      artifacts,
      deadline,
      runId: event.correlationId,
      ...(tier === undefined ? {} : { wish: tier }),
      input: { text, locale, eligible, ...(context && { context }), ...(personal && { personal }) },
    } as const;
    const proposal = await asker.ask(ask, undefined, undefined, event.traceParent);
    const answered: IntentAnswered = { name: 'intent.answered', requestId, attempt, proposal };
    await submit(event.stream, answered, event);
  };
}
