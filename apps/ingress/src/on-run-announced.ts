import type { ServiceCore, Subscription } from '@arbiter/platform';
import { consumeEvents } from './event-consumer';
import { outboundOf, sendOut, wantsReply } from './outbound';

/** CH-15: what a run is about to do goes out before it does anything. */
export const onRunAnnounced = (core: ServiceCore): Subscription =>
  consumeEvents(core, {
    event: 'run.announced', handler: 'on-run-announced', wants: wantsReply,
    handle: ({ tenant, data }) => sendOut(core.broker, tenant, data.channel, `${data.runId}.pre`, outboundOf(data, { kind: 'pre', text: data.text })),
  });
