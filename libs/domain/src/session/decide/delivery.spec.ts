import { askingFor, completed, proposed, said, submitted, suspended } from '../../fixtures/session-inputs';
import { shopBundle } from '../../fixtures/shop-bundle';
import { translated } from '../../fixtures/translated';
import { contextOf, given } from '../../specification';
import { sessionDecider } from '../session-decider';

const chat = () => given(sessionDecider, contextOf(shopBundle)).facts();
const deliveryOf = (story: ReturnType<typeof chat>) => story.fact('run.requested').delivery;
const overtakenBy = (story: ReturnType<typeof chat>) => story.fact('run.requested').overtakes;

const refundProposed = () =>
  chat().when(said('T1', 'refund order 1004')).when(proposed('T1', 'refund_order')).when(suspended('T1', 'T1'));
const statusRunning = (story = chat()) =>
  story.when(said('T2', 'Where is my order 1002?')).when(proposed('T2', 'order_status'));

describe('CH-08, CH-09: a reply', () => {
  test('to a new topic quotes nothing', () => {
    expect(deliveryOf(statusRunning())).toEqual({ locale: 'en', anchor: null, clears: null });
    expect(deliveryOf(statusRunning(refundProposed()))).toMatchObject({ anchor: null });
  });

  test('within the only open topic quotes nothing', () => {
    expect(deliveryOf(refundProposed().when(said('T2', 'yes')))).toMatchObject({ anchor: null });
  });

  test('quotes when the turn goes back to another topic than the active one', () => {
    expect(deliveryOf(statusRunning(refundProposed()).when(said('T3', 'yes')))).toMatchObject({
      anchor: 'topic_switch',
    });
  });

  test('quotes when another open topic asks or works too', () => {
    expect(deliveryOf(statusRunning(refundProposed()).when(said('T3', 'any luck?')))).toMatchObject({
      anchor: 'several_topics',
    });
  });

  test('quotes when a later message came in before its run was asked for', () => {
    const late = chat()
      .when(said('T1', 'Where is my order 1002?'))
      .when(said('T2', 'thanks'))
      .when(proposed('T1', 'order_status'));
    expect(late.fact('run.requested')).toMatchObject({
      requestId: 'T1',
      delivery: { anchor: 'not_recent' },
      overtakes: [],
    });
  });

  test('to no message quotes none', () => {
    expect(deliveryOf(refundProposed().when(submitted('R1', 'refund_order', {})))).toEqual({
      locale: 'en',
      anchor: null,
      clears: null,
    });
  });

  test('CP-12: is by the tier that its caller wished for, as far as that is granted', () => {
    const wished = refundProposed().when(submitted('R1', 'refund_order', {}, { tier: 'A' }));
    expect(deliveryOf(wished)).toMatchObject({ tier: 'A' });
    const asked = chat().when(said('T1', 'Where is my order 1002?', { tier: 'A' }));
    expect(asked.fact('intent.requested')).toMatchObject({ tier: 'A' });
    expect(deliveryOf(asked.when(proposed('T1', 'order_status')))).toMatchObject({ tier: 'A' });
    expect(deliveryOf(chat().when(said('T1', 'hi', { tier: 'A' })))).toMatchObject({ tier: 'A' });
  });

  test('CP-12: is by the models that its own message wished for, and no other', () => {
    const asked = chat().when(said('T1', 'Where is my order 1002?', { tier: 'A' }));
    const after = asked.when(proposed('T1', 'order_status')).when(said('T2', 'refund order 1003 and where is 1001?'));
    for (const fact of after.decided) expect(JSON.stringify(fact)).not.toContain('"tier"');
    const parts = chat().when(said('T1', 'refund order 1003 and where is my order 1001?', { tier: 'B' }));
    const asks = parts.decided.filter(({ name }) => name === 'intent.requested');
    expect(asks).toHaveLength(2);
    expect(asks.map(({ data }) => data)).toEqual([
      expect.objectContaining({ tier: 'B' }),
      expect.objectContaining({ tier: 'B' }),
    ]);
  });

  test('CL-12: is in the language of its message', () => {
    const inTwo = () => given(sessionDecider, contextOf(translated(shopBundle))).facts();
    expect(deliveryOf(inTwo().when(said('T1', 'hi', { locale: 'de-AT' })))).toMatchObject({ locale: 'de-AT' });
    const asked = inTwo().when(said('T1', 'Wo ist meine Bestellung 1002?', { locale: 'de' }));
    expect(asked.fact('intent.requested')).toMatchObject({ locale: 'de' });
    expect(deliveryOf(asked.when(proposed('T1', 'order_status')))).toMatchObject({ locale: 'de' });
  });

  test("CL-12: is in the tenant's own language where it does not speak the one that is named", () => {
    expect(deliveryOf(chat().when(said('T1', 'hi', { locale: 'de-AT' })))).toMatchObject({ locale: 'en' });
  });
});

describe('CH-11: the mark of what is done', () => {
  const done = () => statusRunning().when(completed('T2', 'T2', { messageId: 'm-T2', isDone: true }));

  test('is remembered with the end of its run, once', () => {
    done().thenNamed('thread.followed', 'turn.completed');
    expect(done().fact('turn.completed')).toEqual({ requestId: 'T2', messageId: 'm-T2' });
    done()
      .when(completed('T2', 'T2', { messageId: 'm-T2', isDone: true }))
      .thenIgnored('thread_not_open');
  });

  test('is cleared by the next message, and only by that', () => {
    const next = done().when(said('T3', 'thanks'));
    expect(deliveryOf(next)).toMatchObject({ clears: 'm-T2' });
    expect(deliveryOf(next.when(said('T4', 'hi')))).toMatchObject({ clears: null });
  });

  test('is not cleared by a turn that a later one takes back', () => {
    const stopped = done().when(said('T3', 'Where is my order 1001?')).when(said('T4', 'stop'));
    expect(
      stopped.decided.flatMap((fact) =>
        fact.name === 'run.requested' ? [[fact.data.requestId, fact.data.delivery.clears]] : [],
      ),
    ).toEqual([
      ['T3', null],
      ['T4', 'm-T2'],
    ]);
  });

  test('is set by the run of a yes as well', () => {
    const followed = refundProposed()
      .when(said('T2', 'yes'))
      .when(completed('T1', 'T1', { messageId: 'm-T1', isDone: true }))
      .when(completed('T2', 'T1', { messageId: 'm-T2', isDone: true }));
    followed.thenNamed('turn.completed');
    expect(deliveryOf(followed.when(said('T3', 'thanks')))).toMatchObject({ clears: 'm-T2' });
    followed.when(completed('T2', 'T1', { messageId: 'm-T2', isDone: true })).thenIgnored('thread_not_open');
  });

  test('is not there where nothing is finished', () => {
    statusRunning()
      .when(completed('T2', 'T2', { messageId: 'm-T2' }))
      .thenNamed('thread.followed');
    statusRunning()
      .when(completed('T2', 'T2', { isDone: true }))
      .thenNamed('thread.followed');
    statusRunning()
      .when(completed('T2', 'T2', { messageId: 'm-T2', question: askingFor('orderNumber') }))
      .thenNamed('thread.followed');
  });
});

describe('CH-09: a message overtakes', () => {
  test('the runs that are still open for earlier ones, each once', () => {
    const nudged = statusRunning().when(said('T3', 'any luck?'));
    expect(overtakenBy(nudged)).toEqual(['T2']);
    expect(overtakenBy(nudged.when(said('T4', 'any luck?')))).toEqual([]);
  });

  test('no run that has ended, and none that only speaks', () => {
    expect(overtakenBy(statusRunning().when(completed('T2', 'T2')).when(said('T3', 'hi')))).toEqual([]);
    expect(overtakenBy(chat().when(said('T1', 'hi')).when(said('T2', 'thanks')))).toEqual([]);
  });

  test('a run that waits for a yes', () => {
    expect(overtakenBy(refundProposed().when(said('T2', 'yes')))).toEqual(['T1']);
  });
});
