import { setTimeout as delay } from 'node:timers/promises';
import { headers } from '@nats-io/transport-node';
import { subjects } from '@arbiter/contracts';
import { ShellLaboratory } from '../testing/shell-laboratory';
import { Acknowledgements } from './acknowledgements';
import type { Broker } from './broker';
import { ensureStream } from './provision';

const SUBJECT = subjects.event('shop', 'run.submitted');

describe('acknowledgements', () => {
  let laboratory: ShellLaboratory;
  let broker: Broker;
  let acknowledgements: Acknowledgements;

  beforeAll(async () => {
    laboratory = await ShellLaboratory.open();
    broker = await laboratory.broker();
    acknowledgements = new Acknowledgements(broker);
  });
  afterAll(() => laboratory.close());

  it('give a message up that no stream takes (1)', async () => {
    await expect(acknowledgements.publish(SUBJECT, '[]', headers())).rejects.toMatchObject({
      code: 'publish_timed_out',
    });
  });

  it('come for a message that was sent before its stream was there (1)', async () => {
    const published = acknowledgements.publish(SUBJECT, '[]', headers());
    await delay(600);
    await ensureStream(broker.manager, 'EVT');
    await expect(published).resolves.toBeUndefined();
    expect((await broker.manager.streams.info('EVT')).state.messages).toBe(1);
  });

  it('say why a message is refused (1)', async () => {
    await expect(acknowledgements.publish(SUBJECT, 'x'.repeat(3_000_000), headers())).rejects.toMatchObject({
      code: 'publish_refused',
    });
  });

  it('come for what was on its way when the broker ended, without waiting for the outbox, and the broker keeps one of it (2)', async () => {
    const { messages: before } = (await broker.manager.streams.info('EVT')).state;
    await laboratory.stack.nats.kill!();
    const header = headers();
    header.set('Nats-Msg-Id', 'on-its-way');
    const published = acknowledgements.publish(SUBJECT, '[]', header);
    await laboratory.stack.nats.restart!();
    await expect(published).resolves.toBeUndefined();
    expect((await broker.manager.streams.info('EVT')).state.messages).toBe(before + 1);
  });
});
