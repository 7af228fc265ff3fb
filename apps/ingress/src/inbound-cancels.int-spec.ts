import { randomUUID } from 'node:crypto';
import { streamOf, subjects, type EventData } from '@arbiter/contracts';
import { requestIdOf } from '@arbiter/runtime';
import { Laboratory, eventually, messagesIn, type RunningIngress } from './testing/laboratory';

describe('the rag.cancel of a channel (EV-01)', () => {
  let laboratory: Laboratory;
  let running: RunningIngress;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    running = await laboratory.start();
  });
  afterAll(() => laboratory.close());

  const publish = (subject: string, body: object) =>
    running.ingress.core.broker.stream.publish(subject, JSON.stringify(body));
  const cancel = (requestId: string, userId = 'C-1', channel = 'webhook', tenant = 'shop') =>
    publish(subjects.inboundCancel(tenant, channel), { requestId, userId });
  const runIn = (sessionId: string, channel = 'webhook') => requestIdOf('shop', channel, sessionId, 'm-1');
  const say = (sessionId: string, userId = 'C-1', channel = 'webhook') =>
    publish(subjects.inbound('shop', channel), { sessionId, userId, text: 'any luck?', messageId: 'm-1' });

  const factsOf = async (sessionId: string) => {
    const stream = streamOf('turn', 'shop', sessionId);
    return (await running.ingress.core.store.read([{ stream, after: 0 }])).get(stream)!;
  };
  const namesOf = async (sessionId: string) => (await factsOf(sessionId)).map(({ name }) => name);
  const received = (sessionId: string) =>
    eventually(async () => expect(await namesOf(sessionId)).toContain('turn.received'));
  const cancelled = (sessionId: string) =>
    eventually(async () => expect(await namesOf(sessionId)).toEqual(['turn.received', 'run.cancel_received']));
  /** Those of the dead letters that are about cancels. */
  const letters = async () =>
    (await messagesIn(running.ingress, 'DLQ', (subject) => subject.endsWith('.ingress.on-inbound-message')))
      .filter((message) => message.header.get('Arbiter-Subject').endsWith('.cancel'))
      .map((message) => {
        const { code, field } = JSON.parse(message.string()) as { code: string; field: string };
        return `${code} ${field} ${message.header.get('Arbiter-Deliveries')}`;
      });

  it('is received for a run of the person who asks, once, however often and whichever way it comes', async () => {
    const sessionId = randomUUID();
    await say(sessionId);
    await received(sessionId);
    const runId = runIn(sessionId);
    await cancel(runId);
    await cancelled(sessionId);
    await cancel(runId);
    expect((await fetch(`${running.url}/api/runs/${runId}/cancel`, { method: 'POST' })).status).toBe(202);
    const { manager } = running.ingress.core.broker;
    await eventually(async () => {
      const { num_pending: pending, num_ack_pending: taken } = await manager.consumers.info('IN', 'ingress-inbound');
      expect(pending + taken).toBe(0);
    });
    await cancelled(sessionId);
    const fact = (await factsOf(sessionId)).at(-1)!;
    expect(fact).toMatchObject({ tenant: 'shop', customerId: 'C-1', correlationId: runId });
    expect(fact.data as EventData<'run.cancel_received'>).toMatchObject({ runId, sessionId });
  });

  it('waits for a run that is still to be received', async () => {
    const sessionId = randomUUID();
    await cancel(runIn(sessionId));
    await say(sessionId);
    await cancelled(sessionId);
  });

  it('speaks for the customer whom the account stands for (CH-17)', async () => {
    const sessionId = randomUUID();
    await say(sessionId, '7001', 'telegram');
    await received(sessionId);
    expect((await factsOf(sessionId))[0]!.customerId).toBe('account:telegram:7001');
    await cancel(runIn(sessionId, 'telegram'), '7001', 'telegram');
    await cancelled(sessionId);
  });

  it("is refused for another's run and for one of another tenant, as one that is not there is", async () => {
    const sessionId = randomUUID();
    await say(sessionId);
    await received(sessionId);
    const before = (await letters()).length;
    await cancel(runIn(sessionId), 'C-2');
    await cancel(runIn(sessionId), 'C-1', 'telegram');
    await cancel(runIn(sessionId), 'C-1', 'webhook', 'other');
    await cancel(randomUUID());
    await eventually(async () =>
      expect((await letters()).slice(before)).toEqual(Array.from({ length: 4 }, () => 'unknown_run requestId 5')),
    );
    expect(await namesOf(sessionId)).toEqual(['turn.received']);
  });

  it.each<[string, object, string]>([
    ['no run', { userId: 'C-1' }, 'requestId'],
    ['no person', { requestId: 'run-1' }, 'userId'],
    ['a playbook as the person', { requestId: 'run-1', userId: 'playbook.stuck_orders' }, 'userId'],
    ['more than that', { requestId: 'run-1', userId: 'C-1', force: true }, 'force'],
  ])('that names %s is set aside with the reason', async (_, body, field) => {
    const before = (await letters()).length;
    await publish(subjects.inboundCancel('shop', 'webhook'), body);
    await eventually(async () => expect((await letters()).slice(before)).toEqual([`invalid_message ${field} 1`]));
  });

  it('is one of two things that a channel may send', async () => {
    const subject = 'arb.v1.shop.in.webhook.erase';
    await publish(subject, { requestId: 'run-1', userId: 'C-1' });
    await eventually(async () => {
      const all = await messagesIn(running.ingress, 'DLQ', (dead) => dead.endsWith('.ingress.on-inbound-message'));
      const letter = all.find((message) => message.header.get('Arbiter-Subject') === subject);
      expect(letter?.json()).toMatchObject({ code: 'invalid_message', field: 'subject' });
    });
  });
});
