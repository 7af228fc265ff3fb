import type { ServiceCore, Subscription } from '@arbiter/platform';
import { consumeEvents } from './event-consumer';
import { isForAdapter, sendOut, wantsReply } from './outbound';

/** The reply of a run goes back to the channel its message came from. */
export const onRunCompleted = (core: ServiceCore): Subscription =>
  consumeEvents(core, {
    event: 'run.completed', handler: 'on-run-completed', wants: wantsReply,
    handle: async ({ tenant, data }) => {
      const { runId, sessionId, channel, messageId, status, header, reply } = data;
      if (!isForAdapter(channel)) return;
      await sendOut(core.broker, tenant, channel, runId, { sessionId, requestId: runId, inReplyTo: messageId, kind: 'reply', status, header, text: reply });
    },
  });
