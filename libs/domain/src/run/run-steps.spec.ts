import { UI_STREAM_VERSION, stepOrigin, type StepDefinition } from '@arbiter/contracts';
import { canonicalHash } from '../canonical-hash';
import { deed, echo, planBundle, planBundleWith } from '../fixtures/plan-bundle';
import {
  begun,
  denied,
  failed,
  headerOf,
  planned,
  requested,
  succeeded,
  suspended,
  typesOf,
  unknown,
} from '../fixtures/run-story';
import { contextOf, given } from '../specification';
import { runDecider } from './run-decider';

const NOW = '2026-03-02T10:00:00.000Z';
const inRow = (count: number) =>
  Array.from({ length: count }, (_, index) => deed(`s${index}`, index === 0 ? [] : [`s${index - 1}`]));

describe('a run', () => {
  it('that only chats ends as soon as it has its plan, with an empty header (EV-09)', () => {
    const story = begun(planBundle, { purpose: 'respond', copy: 'greeting', args: {} });
    story.thenNamed('run.planned', 'run.completed');
    expect(story.fact('run.completed')).toMatchObject({
      status: 'ok',
      reply: 'Hello!',
      header: { steps: [] },
      startedAt: NOW,
      completedAt: NOW,
      followers: [],
    });
    expect(typesOf(story.shown)).toEqual(['rag.started', 'rag.debug/plan', 'rag.message/reply', 'rag.done']);
  });

  it('names the version of what it shows, before anything else (EV-08)', () => {
    expect(begun(planBundleWith([echo('a')])).shown[0]).toMatchObject({
      type: 'rag.started',
      payload: { version: UI_STREAM_VERSION },
    });
  });

  it('opens once, whichever of request and plan comes first', () => {
    const context = contextOf(planBundleWith(inRow(2)));
    const plan = planned(context.artifacts);
    const planFirst = given(runDecider, context)
      .facts()
      .when(plan)
      .thenNamed('run.opened', 'run.planned', 'action.requested');
    planFirst.when(requested()).thenIgnored('already_open');
    planFirst.when(plan).thenIgnored('already_planned');
    const requestFirst = given(runDecider, context).facts().when(requested()).thenNamed('run.opened');
    requestFirst.when(requested()).thenIgnored('already_open');
    requestFirst.when(plan).thenNamed('run.planned', 'action.requested');
  });

  it('asks for one action a step, in dependency order, with one fact for its end (EX-02, PL-19, EX-01, EX-09)', () => {
    let story = begun(planBundleWith(inRow(5))).thenNamed('run.planned', 'action.requested');
    for (let index = 0; index < 4; index += 1)
      story = story.when(succeeded(`s${index}`)).thenNamed('step.completed', 'action.requested');
    story = story.when(succeeded('s4')).thenNamed('step.completed', 'run.completed');
    expect(headerOf(story.fact('run.completed'))).toBe(
      's0: completed, s1: completed, s2: completed, s3: completed, s4: completed',
    );
    expect(story.history).toHaveLength(13);
  });

  it('asks for an action with resolved values, a key from what the platform knows, scope and plan hash (EX-18, PL-17, AG-01)', () => {
    const story = begun(planBundle, { template: 'refund_order', args: { orderNumber: '1003' } }).when(
      succeeded('lookup', { status: 'shipped', total: 25 }),
    );
    const plan = planned(planBundle, { template: 'refund_order', args: { orderNumber: '1003' } }).data as {
      planHash: string;
    };
    expect(story.fact('action.requested')).toEqual({
      actionId: 'run-1.refund',
      runId: 'run-1',
      stepId: 'refund',
      origin: stepOrigin('refund'),
      tool: 'shop.refund.create',
      args: { orderNumber: '1003', amount: 25 },
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{64}$/),
      planHash: plan.planHash,
      scope: { allowed: { shop: ['orders.read', 'refunds.write'] } },
      sessionId: 'session-1',
      threadId: 'thread-1',
      artifacts: 'bundle-1',
      locale: 'en',
      requestedAt: NOW,
    });
  });

  it('takes the run for the thread in the key when there is none, and who asks from the platform', () => {
    const steps = [
      {
        id: 'ticket',
        type: 'tool_call' as const,
        tool: 'shop.ticket.create',
        args: { summary: { from: 'args.text' } },
      },
    ];
    const story = begun(planBundleWith(steps), { threadId: null });
    const canonical = {
      tenant: 'shop',
      thread: 'run-1',
      step: 'ticket',
      target: 'customer:C-1001',
      touch: 1,
      args: { summary: 'hi' },
    };
    expect(story.fact('action.requested').idempotencyKey).toBe(canonicalHash(canonical));
  });

  it('begins independent steps side by side and joins them: twenty at once (PL-26)', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => deed(`s${index}`));
    let story = begun(
      planBundleWith([
        ...twenty,
        deed(
          'join',
          twenty.map(({ id }) => id),
        ),
      ]),
    );
    expect(story.decided.filter(({ name }) => name === 'action.requested')).toHaveLength(20);
    for (const { id } of twenty.slice(1).reverse()) story = story.when(succeeded(id)).thenNamed('step.completed');
    story = story.when(succeeded('s0')).thenNamed('step.completed', 'action.requested');
    expect(story.fact('action.requested').stepId).toBe('join');
    expect(story.when(succeeded('join')).fact('run.completed')).toMatchObject({ status: 'ok' });
  });

  it('goes through a hundred steps', () => {
    let story = begun(planBundleWith(inRow(100)));
    for (let index = 0; index < 100; index += 1) story = story.when(succeeded(`s${index}`));
    expect(story.fact('run.completed').header.steps.filter(({ status }) => status === 'completed')).toHaveLength(100);
  });

  it('never takes in the end of a step twice (EX-04)', () => {
    const story = begun(planBundleWith(inRow(2))).when(succeeded('s0'));
    for (const late of [succeeded('s0'), failed('s0'), suspended('s0')]) story.when(late).thenIgnored('step_ended');
    story.when(succeeded('s9')).thenIgnored('unknown_action');
    const ended = story.when(succeeded('s1'));
    for (const late of [succeeded('s1'), failed('s1'), suspended('s1'), requested(), planned(planBundleWith(inRow(2)))])
      ended.when(late).thenIgnored('run_ended');
    given(runDecider, contextOf(planBundle)).facts().when(succeeded('s0')).thenIgnored('not_open');
  });

  it('shows what a tool returned, cut, where the tenant lets people look at it (CH-07, CH-12)', () => {
    const bundle = planBundleWith([echo('a')]);
    const open = { ...bundle, conversation: { ...bundle.conversation, toolOutputs: 'on_request' as const } };
    const outputs = (artifacts: typeof bundle, result: Record<string, unknown>) =>
      begun(artifacts)
        .when(succeeded('a', result))
        .shown.filter(({ payload }) => payload['kind'] === 'tool_output')
        .map(({ payload }) => payload);
    expect(outputs(bundle, { text: 'hi' })).toEqual([]);
    expect(outputs(open, { text: 'hi' })).toEqual([
      { kind: 'tool_output', stepId: 'a', title: 'Echo a', text: '{"text":"hi"}' },
    ]);
    expect(String(outputs(open, { text: 'x'.repeat(5_000) })[0]!['text'])).toHaveLength(1_001);
  });

  it('ends with a finalize step, and adds nothing after that (EX-14)', () => {
    const say = { id: 'say', type: 'respond' as const, copy: 'echoed', dependsOn: ['a'], args: { text: 'done' } };
    const end = { id: 'end', type: 'finalize' as const, title: 'End', dependsOn: ['say'] };
    const story = begun(planBundleWith([echo('a'), say, end]))
      .when(succeeded('a'))
      .thenNamed('step.completed', 'run.completed');
    expect(story.shown.at(-1)!.type).toBe('rag.done');
    expect(runDecider.due!(story.decided.at(-1)!).every(({ at }) => at === null)).toBe(true);
    story.when(succeeded('a')).thenIgnored('run_ended');
  });

  it('shows results that the plan means to be seen, and no others (EX-13, CH-12)', () => {
    const show = {
      id: 'show',
      type: 'emit_results' as const,
      title: 'Show it',
      dependsOn: ['a'],
      args: { said: { from: 'steps.a.result.text' } },
    };
    const story = begun(planBundleWith([echo('a'), show])).when(succeeded('a', { text: 'hello', secret: 'x' }));
    story.thenNamed('step.completed', 'step.completed', 'run.completed');
    expect(story.shown.filter(({ type }) => type === 'rag.results')).toMatchObject([
      { payload: { kind: 'results', stepId: 'show', title: 'Show it', values: { said: 'hello' } } },
      { payload: { kind: 'execution_header' } },
    ]);
    expect(JSON.stringify(story.shown)).not.toContain('secret');
  });

  it('says a sentence that comes before an action at once, and not again at the end (PL-22, PL-25)', () => {
    const before = { id: 'before', type: 'respond' as const, copy: 'before', args: { text: { from: 'args.text' } } };
    const after = {
      id: 'after',
      type: 'respond' as const,
      copy: 'echoed',
      dependsOn: ['a'],
      args: { text: { from: 'steps.a.result.text' } },
    };
    const story = begun(planBundleWith([before, echo('a', ['before']), after])).thenNamed(
      'run.planned',
      'run.announced',
      'segment.requested',
    );
    expect(story.shown.at(-1)).toMatchObject({
      type: 'rag.message',
      payload: { kind: 'pre', text: 'I will say hi now.' },
    });
    expect(story.when(succeeded('a', { text: 'hello' })).fact('run.completed')).toMatchObject({
      reply: 'It said: hello',
    });
  });

  it('asks the person when its plan is to ask, and ends (CL-08)', () => {
    const story = begun(planBundle, { template: 'order_status', intentId: 'order_status', args: {} }).thenNamed(
      'run.planned',
      'run.completed',
    );
    expect(story.fact('run.completed')).toMatchObject({
      status: 'ok',
      reply: 'Which order is it?',
      question: { key: 'orderNumber' },
      header: { steps: [] },
    });
    expect(story.shown.at(-2)).toMatchObject({
      type: 'rag.message',
      payload: { kind: 'reply', question: { key: 'orderNumber' } },
    });
  });

  it('without a plan ends with the reason', () => {
    const context = contextOf(planBundle);
    for (const story of [
      given(runDecider, context)
        .facts()
        .when(requested({ template: 'nothing' })),
      given(runDecider, context).facts(),
    ]) {
      const ended = story.when(planned(planBundle, { template: 'nothing' })).fact('run.completed');
      expect(ended).toMatchObject({
        status: 'error',
        code: 'unknown_template',
        reply: 'I cannot do that as it stands.',
      });
      expect(ended.header.steps).toEqual([
        {
          stepId: 'plan',
          title: 'Your request',
          status: 'failed',
          error: { code: 'unknown_template', message: 'there is no template nothing' },
        },
      ]);
    }
  });
});

describe('a required step that fails', () => {
  const status = { template: 'order_status', intentId: 'order_status', args: { orderNumber: '1002' } };

  it.each([
    ['is not found', failed('lookup', 'not_found', 'no such order'), 'not_found', 'There is no order 1002.'],
    [
      'fails with a code of its own',
      failed('lookup', 'conflict', 'busy'),
      'conflict',
      'Order 1002 cannot be looked up now.',
    ],
    ['is denied', denied('lookup'), 'policy_denied', 'Order 1002 cannot be looked up now.'],
    [
      'has an unknown outcome: the general sentence, which may claim too much, is not said',
      unknown('lookup'),
      'connection_lost',
      'I do not know whether that went through.',
    ],
  ] as const)('and %s ends the run with a truthful reply (EV-06)', (_, outcome, code, reply) => {
    const story = begun(planBundle, status).when(outcome).thenNamed('step.completed', 'run.completed');
    const ended = story.fact('run.completed');
    expect(ended).toMatchObject({ status: 'error', code, reply });
    expect(ended.header.steps).toMatchObject([{ stepId: 'lookup', error: { code } }]);
    const told = {
      not_found: '– Look up the order (nothing found)',
      connection_lost: '? Look up the order (outcome unknown)',
    };
    const failed = /^✗ Look up the order \((?:failed|rejected)\)$/u;
    expect(ended.headerText).toMatch(code in told ? told[code as keyof typeof told] : failed);
    expect(typesOf(story.shown).slice(-4)).toEqual([
      'rag.results/execution_header',
      'rag.error',
      'rag.message/reply',
      'rag.done',
    ]);
    expect(story.shown.at(-1)).toMatchObject({ phase: 'complete', payload: { status: 'error', code } });
  });

  it('and is denied by a rule of the policy says what the rule says, and not to try again later (CP-10)', () => {
    const replyTo = (rule: object) => {
      const denying = { rule: 'limit', tools: ['shop.*'], effect: 'deny' as const, reason: 'It is too much.', ...rule };
      const bundle = { ...planBundle, policy: { ...planBundle.policy, rules: [denying] } };
      const outcome = denied('lookup', 'policy_denied', 'It is too much.', 'policy:limit');
      return begun(bundle, status).when(outcome).fact('run.completed').reply;
    };
    expect(replyTo({})).toBe('It is too much.');
    expect(replyTo({ copy: 'error_denied' })).toBe('I am not allowed to do that.');
    expect(replyTo({ rule: 'another' })).toBe('Order 1002 cannot be looked up now.');
  });

  it('and is denied by one of two rules with the same reason says what that one says (CP-10)', () => {
    const denying = { tools: ['shop.*'], effect: 'deny' as const, reason: 'It is too much.' };
    const rules = [
      { ...denying, rule: 'limit', copy: 'error_denied' },
      { ...denying, rule: 'second_limit', copy: 'error_not_found' },
    ];
    const replyTo = (rule: string) =>
      begun({ ...planBundle, policy: { ...planBundle.policy, rules } }, status)
        .when(denied('lookup', 'policy_denied', 'It is too much.', rule))
        .fact('run.completed').reply;
    expect(replyTo('policy:limit')).toBe('I am not allowed to do that.');
    expect(replyTo('policy:second_limit')).toBe('I cannot find that.');
  });

  it.each([
    ['policy_denied', denied('a'), 'I am not allowed to do that.'],
    ['not_found', failed('a', 'not_found'), 'I cannot find that.'],
    ['vendor_unavailable', failed('a', 'vendor_unavailable'), 'The shop does not answer.'],
    ['anything else', failed('a', 'strange'), 'Something went wrong.'],
  ] as const)("with %s and no sentence of its own has the platform's (ER-04)", (_, outcome, reply) => {
    expect(
      begun(planBundleWith([echo('a')]))
        .when(outcome)
        .fact('run.completed').reply,
    ).toBe(reply);
  });

  it('because its result is not what it expects is not taken for a success (PL-18)', () => {
    const story = begun(planBundle, { template: 'refund_order', args: { orderNumber: '1003' } }).when(
      succeeded('lookup', { status: 'cancelled', total: 1 }),
    );
    expect(story.fact('step.completed')).toMatchObject({
      status: 'failed',
      code: 'unexpected_result',
      result: { status: 'cancelled' },
    });
    expect(story.fact('run.completed')).toMatchObject({
      status: 'error',
      code: 'unexpected_result',
      reply: 'Order 1003 was cancelled.',
    });
  });

  describe('that only looks something up and finds what its plan foresees', () => {
    type Cause = Extract<NonNullable<StepDefinition['expect']>, readonly unknown[]>[number];
    const found = (cause: Cause, changes: Partial<StepDefinition> = {}) => {
      const lookup = deed('a', [], {
        tool: 'shop.order.get',
        args: { orderNumber: '1003' },
        expect: [cause],
        ...changes,
      });
      const needing = deed('b', ['a'], { args: { text: { from: 'steps.a.result.status' } } });
      return begun(planBundleWith([lookup, needing, deed('c', ['b'])]))
        .when(succeeded('a', { status: 'refunded' }))
        .fact('run.completed');
    };
    const refunded = { that: 'result.status != "refunded"', code: 'order_refunded' };

    it('is shown as worked, and what it makes needless as not needed (ER-01)', () => {
      const ended = found({ ...refunded, otherwise: 'not_needed' });
      expect(ended).toMatchObject({ status: 'error', code: 'order_refunded' });
      expect(ended.header.steps).toMatchObject([
        { stepId: 'a', status: 'completed' },
        { stepId: 'b', status: 'skipped', error: { code: 'not_needed' } },
        { stepId: 'c', status: 'skipped', error: { code: 'not_needed' } },
      ]);
      expect(ended.header.steps[0]!.error).toBeUndefined();
      expect(ended.headerText).toMatch(/^✓ [^\n]*\n– [^\n]* \(not needed\)\n/u);
    });

    it('is shown as worked, and what it rules out as left for that reason', () => {
      const ended = found(refunded);
      expect(ended.header.steps).toMatchObject([
        { stepId: 'a', status: 'completed' },
        { stepId: 'b', status: 'skipped', error: { code: 'order_refunded' } },
        { stepId: 'c', status: 'skipped' },
      ]);
    });

    it('is shown as failed where it changes something, or nobody foresaw what it found', () => {
      const [changed] = found(refunded, { tool: 'arbiter.echo.do', args: { text: 'a' } }).header.steps;
      const [unforeseen] = found(refunded, { expect: 'result.status != "refunded"' }).header.steps;
      expect([changed!.status, unforeseen!.status]).toEqual(['failed', 'failed']);
    });
  });

  describe('expects several things at once (PL-18)', () => {
    const lookup = {
      expect: [
        { that: 'result.status != "cancelled"', code: 'order_cancelled' },
        { that: 'args.text == result.text', code: 'other_text' },
      ],
      failureCopy: { order_cancelled: 'refund_not_possible', other_text: 'other_text', default: 'unwell' },
    };
    const sentences = {
      ...planBundle.copy.sentences,
      refund_not_possible: 'It was cancelled.',
      other_text: 'It said {result.text}.',
    };
    const bundle = planBundleWith([echo('a', [], lookup), deed('b', ['a'])]);
    const lookedUp = (result: object) =>
      begun({ ...bundle, copy: { ...bundle.copy, sentences } }).when(succeeded('a', result));

    it.each([
      ['the first that does not hold', { status: 'cancelled', text: 'x' }, 'order_cancelled', 'It was cancelled.'],
      [
        'one about what was asked for, with what came instead',
        { status: 'open', text: 'ho' },
        'other_text',
        'It said ho.',
      ],
      ['one that cannot be evaluated as itself alone', { text: 'hi' }, 'unexpected_result', 'The echo is unwell.'],
    ])('and tells %s', (_, result, code, reply) => {
      const story = lookedUp(result).thenNamed('step.completed', 'run.completed');
      expect(story.fact('run.completed')).toMatchObject({ status: 'error', code, reply });
    });

    it('and goes on when all of them hold', () => {
      expect(
        lookedUp({ status: 'open', text: 'hi' })
          .thenNamed('step.completed', 'action.requested')
          .fact('action.requested'),
      ).toMatchObject({ stepId: 'b' });
    });
  });

  it('is told apart from one whose expectation cannot even be evaluated only by the log: both fail', () => {
    const story = begun(planBundleWith([echo('a', [], { expect: 'result.count > 3' })])).when(
      succeeded('a', { text: 'x' }),
    );
    expect(story.fact('run.completed')).toMatchObject({ status: 'error', code: 'unexpected_result' });
  });

  it('after an effect that answered strangely does not claim that nothing happened', () => {
    const steps = [
      {
        id: 'refund',
        type: 'tool_call' as const,
        tool: 'shop.refund.create',
        args: { orderNumber: '1003', amount: 5 },
        expect: 'result.status == "refunded"',
        failureCopy: { default: 'refund_failed' },
      },
    ];
    expect(
      begun(planBundleWith(steps))
        .when(succeeded('refund', { status: 'odd' }))
        .fact('run.completed').reply,
    ).toBe('I do not know whether that went through.');
  });

  it('stops its siblings and waits for their answer (EX-06)', () => {
    const steps = [deed('a'), echo('b'), echo('c', ['a', 'b'])];
    const story = begun(planBundleWith(steps))
      .when(failed('a'))
      .thenNamed('step.completed', 'segment.cancel_requested', 'run.watched');
    expect(story.fact('segment.cancel_requested')).toEqual({ segmentId: 'run-1.1', runId: 'run-1', stepIds: ['b'] });
    const ended = story.when(succeeded('b')).thenNamed('step.completed', 'run.completed').fact('run.completed');
    expect(ended).toMatchObject({ status: 'error', code: 'vendor_unavailable' });
    expect(headerOf(ended)).toBe('a: failed, b: completed, c: skipped');
  });

  it('names the first failure when its siblings fail too', () => {
    const ended = begun(planBundleWith([echo('a'), echo('b')]))
      .when(failed('b', 'not_found'))
      .when(failed('a', 'conflict'))
      .fact('run.completed');
    expect(ended).toMatchObject({ status: 'error', code: 'not_found', reply: 'I cannot find that.' });
  });

  it('says what had been done by then', () => {
    const steps = [
      {
        id: 'ticket',
        type: 'tool_call' as const,
        title: 'Open a ticket',
        tool: 'shop.ticket.create',
        args: { summary: 'x' },
      },
      echo('a', ['ticket']),
    ];
    const story = begun(planBundleWith(steps)).when(succeeded('ticket', {})).when(failed('a'));
    expect(story.fact('run.completed').reply).toBe('The shop does not answer. Already done: Open a ticket.');
  });

  it('has its error truncated in the header, without tearing a character', () => {
    const story = begun(planBundleWith([echo('a')])).when(failed('a', 'strange', `${'x'.repeat(198)}😀 and more`));
    const message = story.fact('run.completed').header.steps[0]!.error!.message;
    expect(message).toHaveLength(200);
    expect(message.isWellFormed()).toBe(true);
  });
});

describe('an optional step that fails', () => {
  const optional = echo('a', [], { optional: true });

  it('does not end the run, and stands in the header (EX-07, C18)', () => {
    const story = begun(planBundleWith([optional, deed('b', ['a'])]))
      .when(denied('a'))
      .thenNamed('step.completed', 'action.requested');
    expect(story.shown.at(-1)).toMatchObject({
      type: 'rag.debug',
      payload: { kind: 'step', stepId: 'a', status: 'failed', code: 'policy_denied' },
    });
    const ended = story.when(succeeded('b')).fact('run.completed');
    expect(ended.status).toBe('ok');
    expect(headerOf(ended)).toBe('a: failed, b: completed');
  });

  it('leaves out the action that needs its result, which then is shown as skipped (EX-05)', () => {
    const needing = deed('b', ['a'], { args: { text: { from: 'steps.a.result.text' } } });
    const after = echo('c', ['b'], { args: { text: { from: 'steps.b.result.text' } } });
    const ended = begun(planBundleWith([optional, needing, after]))
      .when(failed('a'))
      .fact('run.completed');
    expect(ended.status).toBe('ok');
    expect(ended.header.steps).toMatchObject([
      { stepId: 'a', status: 'failed' },
      {
        stepId: 'b',
        status: 'skipped',
        error: { code: 'dependency_missing', message: 'It needs the result of "Echo a".' },
      },
      { stepId: 'c', status: 'skipped' },
    ]);
  });

  it('makes a sentence that speaks of its result say what went wrong instead', () => {
    const say = {
      id: 'say',
      type: 'respond' as const,
      copy: 'echoed',
      dependsOn: ['a'],
      args: { text: { from: 'steps.a.result.text' } },
    };
    const reply = (failureCopy?: Record<string, string>) =>
      begun(planBundleWith([optional, { ...say, failureCopy }]))
        .when(failed('a'))
        .fact('run.completed').reply;
    expect(reply()).toBe('The shop does not answer.');
    expect(reply({ vendor_unavailable: 'unwell' })).toBe('The echo is unwell.');
  });

  it('whose outcome is unknown is said to be, and the run goes on', () => {
    const ended = begun(planBundleWith([optional, deed('b', ['a'])]))
      .when(unknown('a'))
      .when(succeeded('b'))
      .fact('run.completed');
    expect(headerOf(ended)).toBe('a: unknown, b: completed');
  });
});

it('an input that cannot be handled ends the run, opening it first if need be (CL-14)', () => {
  const context = contextOf(planBundle);
  const story = begun(planBundleWith([echo('a')]));
  const facts = runDecider.skip!(story.state, succeeded('a'), 'it broke', context);
  expect(facts).toMatchObject([
    { name: 'segment.cancel_requested' },
    {
      name: 'run.completed',
      data: {
        status: 'error',
        code: 'internal',
        reply: 'Something went wrong.',
        header: { steps: [{ status: 'unknown' }] },
      },
    },
  ]);
  expect(runDecider.skip!(runDecider.initial(), requested(), 'it broke', context).map(({ name }) => name)).toEqual([
    'run.opened',
    'run.completed',
  ]);
  expect(runDecider.skip!(runDecider.initial(), succeeded('a'), 'it broke', context)).toEqual([]);
  const ended = facts.reduce(runDecider.evolve, story.state);
  expect(runDecider.skip!(ended, succeeded('a'), 'it broke', context)).toEqual([]);
  expect(runDecider.decide(ended, succeeded('a'), context)).toMatchObject([
    { name: 'step.completed' },
    { name: 'run.settled', data: { outcome: '' } },
  ]);
});
