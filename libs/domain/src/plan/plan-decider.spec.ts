import { HUMAN_HANDOFF_SENTENCE, type EventData } from '@arbiter/contracts';
import { PLAIN_DELIVERY } from '../fixtures/delivery';
import { echo, planBundle, planBundleWith } from '../fixtures/plan-bundle';
import { contextOf, given, incoming } from '../specification';
import { artifactsOfPlan, planDecider } from './plan-decider';
import { streamsForPlan } from './plan-inputs';

type Request = EventData<'run.requested'>;

const REQUEST: Request = {
  requestId: 'run-1',
  sessionId: 'session-1',
  threadId: 'thread-1',
  channel: 'web',
  messageId: 'm-1',
  purpose: 'template',
  intentId: 'order_status',
  template: 'order_status',
  copy: null,
  follows: null,
  question: null,
  fallback: false,
  args: { orderNumber: '1002' },
  artifacts: 'bundle-1',
  delivery: PLAIN_DELIVERY,
  overtakes: [],
  consent: null,
  replaces: null,
};
const requested = (changes: Partial<Request> = {}) => incoming('run.requested', { ...REQUEST, ...changes });
const planning = (changes: Partial<Request>, bundle = planBundle) =>
  given(planDecider, contextOf(bundle)).facts().when(requested(changes));
const accepted = (changes: Partial<Request>, bundle = planBundle) => planning(changes, bundle).fact('plan.accepted');
const rejected = (changes: Partial<Request>, bundle = planBundle) => planning(changes, bundle).fact('plan.rejected');
const direct = (bundle = planBundle) => ({ template: 'test', intentId: null, args: { text: 'hi' }, bundle });
const rejectedTest = (bundle: typeof planBundle) => rejected(direct(), bundle);

describe('a run of a template', () => {
  it('becomes the fixed steps of the template, within its scope (PL-04)', () => {
    const { plan, args } = accepted({});
    expect(plan).toMatchObject({
      intentId: 'order_status',
      template: 'order_status',
      templateVersion: '1.0.0',
      scope: { allowed: { shop: ['orders.read'] } },
    });
    expect(plan.steps.map(({ id, type, dependsOn, optional }) => ({ id, type, dependsOn, optional }))).toEqual([
      { id: 'lookup', type: 'tool_call', dependsOn: [], optional: false },
      { id: 'reply', type: 'respond', dependsOn: ['lookup'], optional: false },
    ]);
    expect(args).toEqual({ orderNumber: '1002' });
  });

  it('has the class of each step that a model writes for: its own, or that of its intent (PV-03, PV-09)', () => {
    const prose = { type: 'synthesize', copy: 'working' } as const;
    const bundle = planBundleWith([echo('a'), { id: 'b', ...prose }, { id: 'c', class: 'drafting', ...prose }]);
    const classesOf = (intents: typeof bundle.intents) =>
      accepted({ ...direct(), intentId: 'order_status' }, { ...bundle, intents }).plan.steps.map((step) => step.class);
    const intents = bundle.intents.map((intent) => ({ ...intent, slots: [] }));
    expect(classesOf(intents)).toEqual([undefined, undefined, 'drafting']);
    expect(classesOf(intents.map((intent) => ({ ...intent, class: 'extraction' as const })))).toEqual([
      undefined,
      'extraction',
      'drafting',
    ]);
  });

  it('carries what the effect of each tool lands on', () => {
    const { plan } = accepted({ template: 'refund_order', intentId: null });
    expect(plan.steps.find(({ id }) => id === 'refund')).toMatchObject({ semanticTarget: 'order:{args.orderNumber}' });
  });

  it('has the steps in dependency order, however they are written', () => {
    const { plan } = accepted(direct(), planBundleWith([echo('c', ['b']), echo('a'), echo('b', ['a'])]));
    expect(plan.steps.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('is named by the hash of plan and arguments, the same on every machine', () => {
    const one = accepted({});
    expect(one.planHash).toMatch(/^[0-9a-f]{64}$/);
    expect(accepted({ requestId: 'run-2' }).planHash).toBe(one.planHash);
    expect(accepted({ args: { orderNumber: '1003' } }).planHash).not.toBe(one.planHash);
  });

  it('is planned once (PL-27)', () => {
    planning({}).when(requested()).thenIgnored('already_planned');
    planning({ template: 'nothing' }).when(requested()).thenIgnored('already_planned');
  });

  it('asks for a required slot that has no value, without calling a tool (CL-07)', () => {
    for (const args of [{}, { orderNumber: null }]) {
      const { plan } = accepted({ args });
      expect(plan).toMatchObject({ template: 'order_status', scope: null });
      expect(plan.steps).toEqual([
        {
          id: 'ask',
          type: 'ask_user',
          title: 'Ask for orderNumber',
          dependsOn: [],
          optional: false,
          question: {
            key: 'orderNumber',
            expectedType: 'identifier',
            prompt: 'Which order is it?',
            pattern: '^\\d{4}$',
            cues: ['order', '#'],
          },
        },
      ]);
    }
  });

  it('started by name must be a template that allows it', () => {
    expect(rejected({ intentId: null })).toMatchObject({
      reason: 'not_direct',
      detail: expect.stringContaining('`direct`'),
    });
    expect(accepted({ intentId: null, template: 'refund_order' }).plan.intentId).toBeNull();
  });

  it.each([
    ['an unknown template', { template: 'nothing' }, 'unknown_template', 'there is no template nothing'],
    ['no template at all', { template: null }, 'unknown_template', 'there is no template '],
    ['a name every object has', { template: 'constructor' }, 'unknown_template', 'there is no template constructor'],
    [
      'an argument of the wrong form',
      { args: { orderNumber: '12' } },
      'invalid_args',
      'args.orderNumber must match pattern "^\\d{4}$"',
    ],
    [
      'an argument of the wrong type',
      { args: { orderNumber: 1002 } },
      'invalid_args',
      'args.orderNumber must be string',
    ],
    [
      'an argument too many',
      { args: { orderNumber: '1002', all: true } },
      'invalid_args',
      'args.all is not an argument of this template',
    ],
    [
      'a missing argument of a direct run',
      { template: 'refund_order', intentId: null, args: {} },
      'invalid_args',
      'args.orderNumber is missing',
    ],
  ] as const)('with %s is rejected before anything is done (PL-02, PL-03)', (_, changes, reason, detail) => {
    expect(rejected(changes)).toMatchObject({ requestId: 'run-1', artifacts: 'bundle-1', reason, detail });
  });
});

describe('a template', () => {
  const say = { id: 'say', type: 'synthesize', copy: 'working' } as const;

  it.each([
    [
      'an unknown tool',
      [echo('a', [], { tool: 'arbiter.echo.shout' })],
      {},
      'unknown_tool',
      /step a calls arbiter.echo.shout/,
    ],
    ['an empty scope', [echo('a')], { scope: { allowed: {} } }, 'empty_scope', /test calls tools with an empty scope/],
    [
      'a tool outside its scope',
      [echo('a')],
      { scope: { allowed: { shop: ['orders.read'] } } },
      'out_of_scope',
      /step a needs echo of arbiter/,
    ],
    [
      'another capability of the extension',
      [echo('a')],
      { scope: { allowed: { arbiter: ['shout'] } } },
      'out_of_scope',
      /step a needs echo/,
    ],
    [
      'steps that wait for each other',
      [echo('a', ['b']), echo('b', ['a'])],
      {},
      'invalid_template',
      /wait for each other/,
    ],
    ['a step that waits for itself', [echo('a', ['a'])], {}, 'invalid_template', /wait for each other/],
    ['a dependency that is no step', [echo('a', ['z'])], {}, 'invalid_template', /step a depends on z/],
    ['two steps of one name', [echo('a'), echo('a')], {}, 'invalid_template', /step a is there twice/],
    [
      'a tool call without a tool',
      [{ id: 'a', type: 'tool_call' as const }],
      {},
      'invalid_template',
      /step a calls no tool/,
    ],
    ['a sentence without copy', [{ id: 'a', type: 'respond' as const }], {}, 'invalid_template', /step a says nothing/],
    [
      'copy that does not exist',
      [{ id: 'a', type: 'respond' as const, copy: 'nothing' }],
      {},
      'unknown_copy',
      /step a uses the copy nothing/,
    ],
    [
      'failure copy that does not exist',
      [echo('a', [], { failureCopy: { default: 'nothing' } })],
      {},
      'unknown_copy',
      /step a uses the copy nothing/,
    ],
    [
      'a binding to an argument that is none',
      [echo('a', [], { args: { text: { from: 'args.words' } } })],
      {},
      'invalid_template',
      /args.words, which is no argument/,
    ],
    [
      'a binding to a step it does not wait for',
      [echo('a'), echo('b', [], { args: { text: { from: 'steps.a.result.text' } } })],
      {},
      'invalid_template',
      /from a without depending on it/,
    ],
    [
      'a binding to nowhere',
      [echo('a', [], { args: { text: { from: 'principal.customerId' } } })],
      {},
      'invalid_template',
      /takes text from nowhere/,
    ],
    [
      'an expectation that cannot be read',
      [echo('a', [], { expect: 'result.text ==' })],
      {},
      'invalid_template',
      /step a .*cannot be read as CEL/,
    ],
    [
      'an action after the prose',
      [say, echo('a', ['say'])],
      {},
      'invalid_template',
      /step a waits for the prose of say/,
    ],
    [
      'arguments that are no schema',
      [echo('a')],
      { args: { type: 'object', properties: { text: { type: 'wrong' } } } },
      'invalid_template',
      /no usable JSON Schema/,
    ],
  ] as const)('with %s is never carried out', (_, steps, changes, reason, detail) => {
    expect(rejectedTest(planBundleWith([...steps], changes as object))).toMatchObject({
      reason,
      detail: expect.stringMatching(detail),
    });
  });

  it('may not use a tool that is not on the allow list', () => {
    const bundle = { ...planBundleWith([echo('a')]), policy: { ...planBundle.policy, allowList: ['shop.order.get'] } };
    expect(rejectedTest(bundle)).toMatchObject({ reason: 'not_allow_listed' });
  });

  it('may read the result of a step it waits for only through another', () => {
    const steps = [echo('a'), echo('b', ['a']), echo('c', ['b'], { args: { text: { from: 'steps.a.result.text' } } })];
    expect(accepted(direct(), planBundleWith(steps)).plan.steps).toHaveLength(3);
  });

  it('may have a hundred steps', () => {
    const steps = Array.from({ length: 100 }, (_, index) => echo(`s${index}`, index === 0 ? [] : [`s${index - 1}`]));
    expect(accepted(direct(), planBundleWith(steps)).plan.steps).toHaveLength(100);
  });

  it('that calls no tool has no scope', () => {
    expect(accepted(direct(), planBundleWith([{ id: 'a', type: 'respond', copy: 'greeting' }])).plan.scope).toBeNull();
  });
});

describe('a run without tools (PR-09)', () => {
  it('answers with one sentence whose values stay beside the plan, sealed', () => {
    const { plan, args } = accepted({
      purpose: 'respond',
      copy: 'nudge_outcome',
      args: { outcome: 'Order 1002 is shipped.' },
    });
    expect(plan.steps).toEqual([
      {
        id: 'reply',
        type: 'respond',
        title: 'Answer',
        dependsOn: [],
        optional: false,
        copy: 'nudge_outcome',
        args: { outcome: { from: 'args.outcome' } },
      },
    ]);
    expect(JSON.stringify(plan)).not.toContain('1002');
    expect(args).toEqual({ outcome: 'Order 1002 is shipped.' });
  });

  it('may leave a question open', () => {
    const question = { key: 'approval', expectedType: 'yes_no', prompt: 'Really?' } as const;
    expect(
      accepted({ purpose: 'respond', copy: 'yes_no_reprompt', question, args: { question: 'Really?' } }).plan.steps[0],
    ).toMatchObject({ question });
  });

  it('that clarifies asks for prose and offers a person', () => {
    expect(
      accepted({ purpose: 'clarify', copy: null, intentId: null, template: null, args: {} }).plan.steps,
    ).toMatchObject([
      {
        type: 'synthesize',
        copy: 'unknown_intent',
        question: { key: 'handoff', expectedType: 'yes_no', prompt: HUMAN_HANDOFF_SENTENCE },
      },
    ]);
  });

  it('that clarifies with another question puts it in the words of the copy', () => {
    const question = {
      key: 'wanted',
      expectedType: 'choice',
      prompt: 'Which one?',
      choices: ['your refund', 'your ticket'],
    } as const;
    expect(
      accepted({
        purpose: 'clarify',
        copy: 'misunderstood_again',
        question: { ...question, choices: [...question.choices] },
        intentId: null,
        template: null,
        args: {},
      }).plan.steps,
    ).toMatchObject([{ type: 'respond', copy: 'misunderstood_again', question }]);
  });

  it('that follows names the run whose end it reports', () => {
    expect(accepted({ purpose: 'follow', follows: 'run-0', copy: 'approved', args: {} }).plan.steps).toMatchObject([
      { type: 'respond', copy: 'approved', follows: 'run-0' },
    ]);
    expect(rejected({ purpose: 'follow', follows: null, copy: 'approved' })).toMatchObject({
      reason: 'invalid_template',
    });
  });

  it('that was cancelled before it began only ends', () => {
    expect(accepted({ purpose: 'cancelled', copy: null, args: {} }).plan.steps).toMatchObject([
      { type: 'finalize', copy: 'cancelled' },
    ]);
  });

  it('cannot say what the tenant has no sentence for', () => {
    expect(rejected({ purpose: 'respond', copy: 'nothing' })).toMatchObject({ reason: 'unknown_copy' });
    expect(rejected({ purpose: 'respond', copy: null })).toMatchObject({ reason: 'unknown_copy' });
  });
});

it('a request that cannot be planned at all is answered with a no (CL-14)', () => {
  expect(planDecider.skip!(planDecider.initial(), requested(), 'it broke', contextOf(planBundle))).toMatchObject([
    { name: 'plan.rejected', data: { reason: 'internal' } },
  ]);
});

it('a request is planned in a stream of its own, with the artifacts its run is pinned to', () => {
  expect(streamsForPlan(requested())).toEqual(['plan-shop-run-1']);
  expect(artifactsOfPlan(planDecider.initial(), requested())).toBe('bundle-1');
});
