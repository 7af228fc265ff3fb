import type { ServiceCore, Subscription } from '@arbiter/platform';
import { consumeEvents } from './event-consumer';
import { isForAdapter, sendOut, wantsReply } from './outbound';

/** What a run proposes and waits for goes to the person's channel; the answer comes as their next message (AP-01). */
export const onRunSuspended = (core: ServiceCore): Subscription =>
  consumeEvents(core, {
    event: 'run.suspended', handler: 'on-run-suspended', wants: wantsReply,
    handle: async ({ tenant, data }) => {
      const { runId, sessionId, channel, actionId, proposal } = data;
      if (!isForAdapter(channel)) return;
      await sendOut(core.broker, tenant, channel, `${actionId}.proposal`, {
        sessionId, requestId: runId, inReplyTo: null, kind: 'proposal', status: 'workflow_proposed', header: null, text: proposal,
      });
    },
  });
