import { isIgnored } from '@arbiter/contracts';
import { PLAIN_DELIVERY } from '../../fixtures/delivery';
import { askingFor, completed, proposed, said, submitted, suspended } from '../../fixtures/session-inputs';
import { shopBundle } from '../../fixtures/shop-bundle';
import { contextOf, given } from '../../specification';
import { sessionDecider, streamsForSession } from '../session-decider';
import { MAXIMUM_THREADS } from '../topics/open-request';

const context = contextOf(shopBundle);
const chat = () => given(sessionDecider, context).facts();
const running = () => chat().when(said('T1', 'refund order 1003')).when(proposed('T1', 'refund_order'));

test('a submitted run is one fact, without a thread', () => {
  chat()
    .when(submitted('R1', 'refund_order', { orderNumber: '1003' }))
    .then({
      name: 'run.requested',
      data: {
        requestId: 'R1',
        sessionId: 'chat',
        threadId: null,
        channel: 'api',
        messageId: null,
        purpose: 'template',
        intentId: null,
        template: 'refund_order',
        copy: null,
        follows: null,
        question: null,
        fallback: false,
        args: { orderNumber: '1003' },
        artifacts: 'bundle-1',
        delivery: PLAIN_DELIVERY,
        overtakes: [],
        consent: { kind: 'direct', rule: 'submitted', requestId: 'R1' },
        replaces: null,
      },
    })
    .when(submitted('R1', 'refund_order', {}))
    .thenIgnored('already_routed');
});

test('a submitted run that waits for a yes gets a thread to answer in, and loses it when it ends', () => {
  const waits = chat()
    .when(submitted('R1', 'refund_order', { orderNumber: '1004' }))
    .when(suspended('R1', null));
  waits.thenNamed('thread.opened', 'thread.followed');
  const answered = waits.when(said('T1', 'yes'));
  expect(answered.fact('approval.given')).toMatchObject({ runId: 'R1', decision: 'approve' });
  const ended = answered.when(completed('R1', null));
  expect(ended.fact('thread.followed')).toMatchObject({ threadId: 'R1', status: 'done' });
  ended.when(suspended('R1', null)).thenIgnored('run_already_ended');
});

test('a submitted run that asked, and whose topic has ended with the run after it, opens nothing when its proposal comes again', () => {
  const asked = chat()
    .when(submitted('R1', 'refund_order', {}))
    .when(suspended('R1', null))
    .when(completed('R1', null, { question: askingFor('orderNumber') }));
  const ended = asked.when(said('T1', '1004')).when(completed('T1', 'R1'));
  expect(ended.state.threads).toEqual([]);
  ended.when(suspended('R1', null)).thenIgnored('run_already_ended');
});

test.each([
  ['ok', 'done'],
  ['cancelled', 'done'],
  ['error', 'failed'],
] as const)('a run that ends %s leaves its thread %s (TH-03, TH-04)', (status, expected) => {
  const ended = running().when(completed('T1', 'T1', { status, reply: 'so it is' }));
  expect(ended.fact('thread.followed')).toMatchObject({ status: expected, outcome: 'so it is' });
  expect(ended.state).toMatchObject({ threads: [], lastOutcome: { threadId: 'T1', outcome: 'so it is' } });
});

test('the end of a run that belongs to no thread is ignored', () => {
  running().when(completed('T1', null)).thenNamed('thread.followed');
  chat().when(completed('R1', null)).thenIgnored('run_without_thread');
  chat().when(completed('T1', 'T1')).thenIgnored('thread_not_open');
  running().when(completed('T0', 'T1')).thenIgnored('not_the_current_run');
  running().when(completed('T1', 'T1')).when(completed('T1', 'T1')).thenIgnored('thread_not_open');
  running()
    .when(completed('T1', 'T1', { question: askingFor('orderNumber') }))
    .when(completed('T1', 'T1'))
    .thenIgnored('not_the_current_run');
});

test('a proposal of a run that belongs to no thread, or of one that asked and ended, is ignored', () => {
  chat().when(suspended('T1', 'T1')).thenIgnored('thread_not_open');
  running().when(suspended('T0', 'T1')).thenIgnored('not_the_current_run');
  running().when(suspended('T1', 'T1')).when(suspended('T1', 'T1')).thenIgnored('proposal_already_taken');
  running().when(completed('T1', 'T1')).when(suspended('T1', 'T1')).thenIgnored('run_already_ended');
});

test('a run that failed asks nothing', () => {
  expect(
    running()
      .when(completed('T1', 'T1', { status: 'error', question: askingFor('orderNumber') }))
      .fact('thread.followed'),
  ).toMatchObject({ status: 'failed', question: null });
});

test('before a turn is routed, the runs of its session are looked at', () => {
  const lookups = (story: ReturnType<typeof chat>) =>
    sessionDecider.lookups?.(story.state, said('T9', 'any luck?'), context);
  const both = running()
    .when(said('T2', 'refund order 1004'))
    .when(proposed('T2', 'refund_order'))
    .when(suspended('T2', 'T2'));
  expect(lookups(both)).toEqual(['run-shop-T1', 'run-shop-T2']);
  expect(lookups(running().when(completed('T1', 'T1', { question: askingFor('orderNumber') })))).toEqual([]);
  expect(lookups(chat().when(said('T1', 'where is my order?')))).toEqual([]);
  expect(sessionDecider.lookups?.(both.state, completed('T1', 'T1'), context)).toEqual([]);
});

test('every event belongs to the stream of its chat', () => {
  for (const event of [said('T1', 'hi'), submitted('R1', 'x', {}), suspended('T1', null), completed('T1', null)]) {
    expect(streamsForSession(event)).toEqual(['session-shop-chat.C-1001']);
  }
});

test('a turn that cannot be handled ends with an honest sentence, once', () => {
  const skip = (state: ReturnType<typeof chat>['state'], input: Parameters<typeof sessionDecider.decide>[1]) =>
    sessionDecider.skip?.(state, input, 'internal', context) ?? [];
  const [skipped, reply] = skip(chat().state, said('T1', 'hi'));
  expect(skipped).toEqual({ name: 'turn.skipped', data: { requestId: 'T1', cause: 'internal' } });
  expect(reply).toMatchObject({
    name: 'run.requested',
    data: { requestId: 'T1', purpose: 'respond', copy: 'error_default', messageId: 'm-T1' },
  });
  expect(skip(chat().state, submitted('R1', 'x', {}))).toHaveLength(2);
  expect(skip(running().state, said('T1', 'refund order 1003'))).toEqual([]);
  expect(skip(running().state, completed('T1', 'T1'))).toEqual([]);
  expect(skip(running().state, proposed('T1', 'x'))).toEqual([]);
  given(sessionDecider, context).facts(skipped!, reply!).when(said('T1', 'hi')).thenIgnored('already_routed');
});

test('TH-07: a session of two thousand turns holds no more than one of two hundred', () => {
  let state = sessionDecider.initial();
  const take = (input: Parameters<typeof sessionDecider.decide>[1]) => {
    const decision = sessionDecider.decide(state, input, context);
    if (!isIgnored(decision)) state = decision.reduce(sessionDecider.evolve, state);
  };
  const sizes: number[] = [];
  for (let index = 1_000; index < 3_000; index += 1) {
    take(said(`T${index}`, index % 2 === 0 ? `refund order ${index}` : 'any luck?'));
    take(proposed(`T${index}`, 'refund_order'));
    take(completed(`T${index}`, `T${index}`, { messageId: `m-T${index}`, isDone: true }));
    if (index === 1_200 || index === 2_999) sizes.push(JSON.stringify(state).length);
  }
  expect(sizes[1]! - sizes[0]!).toBeLessThan(20);
  expect(state.threads).toEqual([]);
});

test('no session asks more than its limit of questions at once: the oldest gives way', () => {
  const since = askingFor('since', { expectedType: 'date_time' });
  let story = chat();
  for (let index = 0; index <= MAXIMUM_THREADS; index += 1) {
    story = story.when(said(`W${index}`, `Open a support ticket: the lid is ${'very '.repeat(index)}loose`));
    story = story.when(proposed(`W${index}`, 'create_ticket'));
    if (index === MAXIMUM_THREADS)
      expect(story.fact('thread.followed')).toMatchObject({ threadId: 'W0', status: 'done', outcome: '' });
    story = story.when(completed(`W${index}`, `W${index}`, { question: since }));
  }
  expect(story.state.threads).toHaveLength(MAXIMUM_THREADS);
});
