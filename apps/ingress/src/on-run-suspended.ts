import type { ServiceCore, Subscription } from '@arbiter/platform';
import { consumeEvents } from './event-consumer';
import { outboundOf, sendOut, wantsReply } from './outbound';

/** What a run proposes and waits for goes to the person's channel; the answer comes as their next message, or by a button (AP-01). */
export const onRunSuspended = (core: ServiceCore): Subscription =>
  consumeEvents(core, {
    event: 'run.suspended', handler: 'on-run-suspended', wants: wantsReply,
    handle: async ({ tenant, data }) => {
      const { actionId, answerTo, proposal, question: { prompt, choices = [] } } = data;
      const text = prompt === proposal ? proposal : `${proposal}\n${prompt}`;
      const message = outboundOf(data, { kind: 'proposal', status: 'workflow_proposed', text, choices, answerTo });
      await sendOut(core.broker, tenant, data.channel, `${actionId}.proposal`, message);
    },
  });
