import { HUMAN_HANDOFF_SENTENCE, type ArtifactBundle } from '@arbiter/contracts';
import { echo, planBundle, planBundleWith } from '../fixtures/plan-bundle';
import { answered, begun, due, failed, succeeded, typesOf, unanswered } from '../fixtures/run-story';
import { runDecider } from './run-decider';
import type { ReplyAnswered } from './run-inputs';

const prose = {
  id: 'prose',
  type: 'synthesize' as const,
  title: 'Tell it',
  copy: 'echoed',
  dependsOn: ['a'],
  args: { text: { from: 'steps.a.result.text' } },
};
const telling = () => begun(planBundleWith([echo('a'), prose])).when(succeeded('a', { text: 'hello' }));
const clarifying = () => begun(planBundle, { purpose: 'clarify', copy: 'unknown_intent', fallback: true, args: {} });

describe('prose', () => {
  it('is asked for with the copy, the values it may use, a deadline and the action that it tells of (TL-14)', () => {
    const story = telling().thenNamed('step.completed', 'reply.requested');
    expect(story.fact('reply.requested')).toEqual({
      runId: 'run-1',
      stepId: 'prose',
      actionId: 'run-1.a',
      copy: 'echoed',
      purpose: 'narrative',
      locale: 'en',
      closing: null,
      attempt: 1,
      requestedAt: '2026-03-02T10:00:00.000Z',
      deadline: '2026-03-02T10:00:04.000Z',
      values: { text: 'hello', args: { text: 'hi' }, steps: { a: { result: { text: 'hello' } } } },
    });
    expect(runDecider.due!(story.decided[1]!)).toEqual([{ key: 'reply', at: '2026-03-02T10:00:04.000Z' }]);
  });

  it('has the time that models.yaml gives the purpose (PV-07)', () => {
    const bundle = planBundleWith([echo('a'), prose]);
    const times = { narrative: { totalMilliseconds: 25_000 }, intent: { totalMilliseconds: 1_000 } };
    const story = begun({ ...bundle, models: { ...bundle.models, times } }).when(succeeded('a', { text: 'hello' }));
    expect(story.fact('reply.requested')).toMatchObject({ deadline: '2026-03-02T10:00:25.000Z' });
  });

  it('is asked for with the tier that the caller wished for; whether it is had is not for a run to say (CP-12)', () => {
    const delivery = { locale: 'en', anchor: null, clears: null, tier: 'A' as const };
    const wished = begun(planBundleWith([echo('a'), prose]), { delivery }).when(succeeded('a', { text: 'hello' }));
    expect(wished.fact('reply.requested')).toMatchObject({ tier: 'A' });
    expect(telling().fact('reply.requested')).not.toHaveProperty('tier');
  });

  it('comes after the header, so that it cannot hide a failure (ER-02, C19, EV-11)', () => {
    const steps = [echo('a', [], { optional: true }), { ...prose, args: {} }];
    const story = begun(planBundleWith(steps)).when(failed('a')).thenNamed('step.completed', 'reply.requested');
    expect(story.shown.at(-1)).toMatchObject({
      type: 'rag.results',
      phase: 'action_phase',
      payload: { kind: 'execution_header', text: '✗ Echo a (failed)' },
    });
  });

  it('is asked for only when nothing is in flight any more', () => {
    const story = begun(planBundleWith([echo('a'), echo('b'), prose]))
      .when(succeeded('a'))
      .thenNamed('step.completed');
    story.when(succeeded('b')).thenNamed('step.completed', 'reply.requested');
  });

  it('of a model becomes the reply (EX-12)', () => {
    const story = telling().when(answered('prose', ' It said hello. ')).thenNamed('reply.composed', 'run.completed');
    expect(story.fact('reply.composed')).toEqual({
      runId: 'run-1',
      stepId: 'prose',
      text: 'It said hello.',
      by: 'model',
      failure: null,
      segments: 2,
    });
    expect(story.fact('run.completed')).toMatchObject({ status: 'ok', reply: 'It said hello.' });
    expect(typesOf(story.shown)).toEqual([
      'rag.started',
      'rag.debug/plan',
      'rag.message/pre',
      'rag.results/execution_header',
      'rag.message/reply',
      'rag.done',
    ]);
    expect(runDecider.due!(story.decided[0]!)).toEqual([{ key: 'reply', at: null }]);
  });

  it.each([
    ['the model fails', unanswered('prose'), 'provider_down'],
    ['the model says nothing', answered('prose', ' \n', 2), 'empty'],
    ['the model only thinks', answered('prose', '<think>What would they like?', 2), 'empty'],
    [
      'something else comes back',
      {
        ...answered('prose', ''),
        proposal: {
          kind: 'intent',
          intentId: null,
          confidence: 0,
          slots: {},
          attachment: null,
          provider: 'p',
          model: 'm',
        },
      },
      'unexpected_proposal',
    ],
    ['nothing comes back in time', due('reply'), 'timed_out'],
  ] as const)("is the tenant's own sentence when %s (CL-05, EX-12)", (_, input, failure) => {
    const story = telling().when(input).thenNamed('reply.composed', 'run.completed');
    expect(story.fact('reply.composed')).toMatchObject({ text: 'It said: hello', by: 'platform', failure });
  });

  it('holds nothing that no result says: the event says why, and never what it was (PR-05)', () => {
    const story = telling().when(answered('prose', 'Hello! It said 900 EUR. I have refunded order 9999. Gladly!'));
    expect(story.fact('reply.composed')).toMatchObject({
      text: 'Hello! It said: hello Gladly!',
      by: 'model',
      refused: [
        { claim: 'amount', sentences: 1 },
        { claim: expect.stringMatching(/deed|number/), sentences: 1 },
      ],
    });
    expect(JSON.stringify([story.fact('reply.composed'), story.shown])).not.toMatch(/900|9999|refunded/);
    expect(story.shown).toContainEqual(
      expect.objectContaining({ type: 'rag.debug', payload: expect.objectContaining({ kind: 'prose' }) }),
    );
  });

  it("that is founded on nothing at all is the tenant's own sentence, at once: no model is asked again", () => {
    const story = telling().when(answered('prose', 'I have refunded it.')).thenNamed('reply.composed', 'run.completed');
    expect(story.fact('reply.composed')).toMatchObject({
      text: 'It said: hello',
      by: 'platform',
      failure: 'unfounded_prose',
    });
  });

  it('says which model wrote it, and nothing of the embedded one', () => {
    const by = (providers: ArtifactBundle['models']['providers']) => {
      const bundle = planBundleWith([echo('a'), prose]);
      const replied = begun({ ...bundle, models: { ...bundle.models, ...(providers && { providers }) } })
        .when(succeeded('a', { text: 'hello' }))
        .when(answered('prose', 'It said hello.'));
      return replied.shown.find(({ payload }) => payload['kind'] === 'reply')!.payload['writtenBy'];
    };
    const { provider } = (answered('prose', '') as ReplyAnswered).proposal as { readonly provider: string };
    expect(by([{ name: provider, title: 'A House', kind: 'openai', model: 'm', contextTokens: 1_000 }])).toMatchObject({
      provider: 'A House',
    });
    expect(by(undefined)).toBeUndefined();
  });

  it('never holds what a model thought (CX-09)', () => {
    const story = telling().when(
      answered('prose', '<think>secret\nplan</think>It said <Reasoning>more</reasoning>hello.'),
    );
    expect(story.fact('run.completed').reply).toBe('It said hello.');
  });

  it('that comes twice, late or for another step is ignored', () => {
    const story = telling();
    story.when(answered('a', 'x')).thenIgnored('stale_reply');
    story.when({ ...answered('prose', 'x'), attempt: 2 } as never).thenIgnored('stale_reply');
    const twice = begun(planBundleWith([echo('a'), prose, { ...prose, id: 'more' }]))
      .when(succeeded('a'))
      .when(answered('prose', 'It said hello.'));
    twice.thenNamed('reply.composed', 'reply.requested').when(answered('prose', 'x')).thenIgnored('stale_reply');
    const both = twice.when(answered('more', 'Gladly!'));
    expect(both.fact('run.completed').reply).toBe('It said hello.\nGladly!');
    expect(typesOf(both.shown).filter((type) => type === 'rag.results/execution_header')).toHaveLength(1);
    begun(planBundleWith([echo('a')]))
      .when(due('reply'))
      .thenIgnored('nothing_is_written');
  });
});

describe('a reply to what was not understood', () => {
  it('ends with the offer of a person where requests are to choose from, too (CL-04)', () => {
    const question = {
      key: 'wanted',
      expectedType: 'choice_or_yes_no' as const,
      prompt: `Which of these? ${HUMAN_HANDOFF_SENTENCE}`,
      choices: ['your refund'],
    };
    const story = begun(planBundle, { purpose: 'clarify', copy: 'greeting', question, fallback: true, args: {} });
    expect(story.fact('run.completed').reply).toBe(`Hello! ${HUMAN_HANDOFF_SENTENCE}`);
  });

  it.each([
    ['a model that leaves the offer out', answered('reply', 'I did not get that.'), 'I did not get that.'],
    [
      'a model that puts the offer elsewhere',
      answered('reply', `${HUMAN_HANDOFF_SENTENCE} Or not?`),
      `${HUMAN_HANDOFF_SENTENCE} Or not?`,
    ],
    ['no model', unanswered('reply'), 'I am not sure what you need.'],
    ['a model that is late', due('reply'), 'I am not sure what you need.'],
  ] as const)('ends with the offer of a person, with %s (CL-04)', (_, input, text) => {
    const story = clarifying().thenNamed('run.planned', 'reply.requested').when(input);
    expect(story.fact('run.completed')).toMatchObject({
      status: 'ok',
      fallback: true,
      reply: `${text} ${HUMAN_HANDOFF_SENTENCE}`,
      question: { key: 'handoff', expectedType: 'yes_no' },
      header: { steps: [] },
    });
  });

  it('does not offer a person twice', () => {
    expect(
      clarifying()
        .when(answered('reply', `Hm? ${HUMAN_HANDOFF_SENTENCE}`))
        .fact('run.completed').reply,
    ).toBe(`Hm? ${HUMAN_HANDOFF_SENTENCE}`);
  });

  it('is streamed at once: there are no steps to show first (C19)', () => {
    expect(typesOf(clarifying().shown)).toEqual(['rag.started', 'rag.debug/plan']);
    expect(clarifying().fact('reply.requested').purpose).toBe('clarification');
  });
});
