import type { ServiceCore, Subscription } from '@arbiter/platform';
import { consumeEvents } from './event-consumer';
import { markOn, outboundOf, sendOut, wantsReply } from './outbound';

/** CH-10, CH-11: the message a run works on is marked, and the mark of what was done before goes away. */
export const onRunRequested = (core: ServiceCore): Subscription =>
  consumeEvents(core, {
    event: 'run.requested', handler: 'on-run-requested', wants: wantsReply,
    handle: async ({ tenant, data }) => {
      const { requestId: runId, sessionId, channel, messageId, delivery: { locale, clears } } = data;
      const marks = [...markOn(clears, 'none'), ...markOn(messageId, 'working')];
      if (marks.length === 0) return;
      await sendOut(core.broker, tenant, channel, `${runId}.working`, outboundOf({ runId, sessionId, messageId, locale, anchor: null }, { kind: 'working', marks }));
    },
  });
