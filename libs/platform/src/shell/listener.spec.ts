import type { EventName, RecordedOf, WireEvent } from '@arbiter/contracts';
import { SYSTEM_CLOCK } from '../dependencies';
import { Listener } from './listener';
import { reactTo } from './subscription';

const STREAM = 'action-shop-r.a';
const event = { name: 'action.requested', stream: 'run-shop-r', version: 3 } as unknown as RecordedOf<EventName>;

/** A listener whose store has `version` facts in the stream that the event begins. */
function listening(version: number) {
  const done = { performed: 0, decided: [] as string[] };
  const reaction = reactTo('action.requested', {
    streams: () => [STREAM], opens: () => true,
    perform: async () => {
      done.performed += 1;
      return { name: 'read.finished' };
    },
  });
  const listener = new Listener({
    clock: SYSTEM_CLOCK, definition: { reactions: [reaction] }, store: { heads: async () => new Map([[STREAM, version]]) },
    shell: { enqueue: (_stream: string, item: { kind: string; done: () => void }) => (done.decided.push(item.kind), item.done()) },
  } as never);
  return { listener, done };
}

describe('what is brought before its streams again', () => {
  it('is not carried out again when it was taken in already (3)', async () => {
    const { listener, done } = listening(1);
    await listener.bring(event, {} as WireEvent);
    expect(done).toEqual({ performed: 0, decided: ['event'] });
  });

  it('is carried out when it was not', async () => {
    const { listener, done } = listening(0);
    await listener.bring(event, {} as WireEvent);
    expect(done).toEqual({ performed: 1, decided: ['command'] });
  });

  it('is nothing to an app that does not react to it', async () => {
    const { listener, done } = listening(0);
    await listener.bring({ ...event, name: 'run.opened' } as unknown as RecordedOf<EventName>, {} as WireEvent);
    expect(done).toEqual({ performed: 0, decided: [] });
  });
});
