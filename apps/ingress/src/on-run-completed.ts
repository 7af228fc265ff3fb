import { streamOf, type Recorded } from '@arbiter/contracts';
import type { ServiceCore, Subscription } from '@arbiter/platform';
import { consumeEvents } from './event-consumer';
import { markOn, outboundOf, sendOut, wantsReply } from './outbound';

type Completed = Recorded<'run.completed'>;

/** The reply of a run goes back to the channel its message came from. */
export const onRunCompleted = (core: ServiceCore): Subscription =>
  consumeEvents(core, {
    event: 'run.completed', handler: 'on-run-completed', wants: wantsReply,
    handle: async (event) => {
      const { tenant, data } = event;
      const { runId, channel, messageId, status, code, header, reply, question, isDone } = data;
      const words = (await isToldByAnother(core, event)) ? {} : { text: reply, choices: question?.choices ?? [] };
      const marks = markOn(messageId, isDone ? 'done' : 'none');
      await sendOut(core.broker, tenant, channel, runId, outboundOf(data, { kind: 'reply', status, code, header, marks, ...words }));
    },
  });

/**
 * Whether a run that follows this one tells its end: every one does that did not end earlier by saying that it takes long. So a
 * person who says yes reads what came of it once, below their yes.
 */
async function isToldByAnother({ store }: ServiceCore, { tenant, data }: Completed): Promise<boolean> {
  if (data.followers.length === 0) return false;
  const streams = await store.read(data.followers.map((runId) => ({ stream: streamOf('run', tenant, runId), after: 0 })));
  return [...streams.values()].some((events) => !events.some((event) => event.name === 'run.completed' && (event as Completed).data.code === 'still_running'));
}
