import { HUMAN_HANDOFF_SENTENCE, type Evidence, type Proposal } from '@arbiter/contracts';
import { echo, planBundleWith } from '../fixtures/plan-bundle';
import { answered, begun, cancelRequested, due, succeeded, typesOf, unanswered } from '../fixtures/run-story';
import type { RunInput } from './run-inputs';

const find = {
  id: 'find',
  type: 'retrieve' as const,
  title: 'Look it up',
  optional: true,
  args: { query: { from: 'args.text' } },
  failureCopy: { nothing_found: 'nothing_found_copy' },
};
const tell = {
  id: 'tell',
  type: 'synthesize' as const,
  title: 'Say it',
  copy: 'echoed',
  dependsOn: ['find'],
  args: { text: { from: 'steps.find.result.excerpt' } },
};
const sentences = { nothing_found_copy: 'Nothing is written about it.' };
const bundle = (steps: Parameters<typeof planBundleWith>[0] = [find, tell]) => {
  const made = planBundleWith(steps);
  return { ...made, copy: { ...made.copy, sentences: { ...made.copy.sentences, ...sentences } } };
};
const passage = (number: number, changes: Partial<Evidence> = {}): Evidence => ({
  id: `doc#${number}`,
  documentId: 'doc',
  title: 'Returns',
  section: 'Worn goods',
  text: 'Shoes worn once can be sent back.',
  score: 0.8,
  ...changes,
});
const found = (evidence: readonly Evidence[], stepId = 'find'): RunInput =>
  retrieved({ kind: 'evidence', evidence, provider: 'knowledge', model: 'test' }, stepId);
const retrieved = (proposal: Proposal, stepId = 'find'): RunInput => ({ name: 'retrieval.answered', stepId, proposal });

describe('a retrieve step (EX-08)', () => {
  it('asks the knowledge with the query, the channel and the language, and a deadline', () => {
    const story = begun(bundle()).thenNamed('run.planned', 'retrieval.requested');
    expect(story.fact('retrieval.requested')).toEqual({
      runId: 'run-1',
      stepId: 'find',
      query: 'hi',
      channel: 'web',
      locale: 'en',
      deadline: '2026-03-02T10:00:04.000Z',
    });
  });

  it('keeps what was found, and shows its sources before the first word (EV-01, EVL-01)', () => {
    const story = begun(bundle()).when(found([passage(1), passage(2, { uri: 'https://shop.example/r' })]));
    story.thenNamed('step.completed', 'reply.requested');
    expect(story.fact('step.completed')).toMatchObject({
      status: 'completed',
      result: {
        evidence: [{ id: 'doc#1' }, { id: 'doc#2' }],
        excerpt: 'Shoes worn once can be sent back.',
        source: 'Returns, Worn goods',
      },
    });
    expect(typesOf(story.shown).at(-1)).toBe('rag.sources');
    expect(story.shown.slice(-1)).toMatchObject([
      {
        type: 'rag.sources',
        phase: 'tool_phase',
        payload: {
          stepId: 'find',
          sources: [
            { id: 'doc#1', title: 'Returns', section: 'Worn goods', excerpt: 'Shoes worn once can be sent back.' },
            { id: 'doc#2', uri: 'https://shop.example/r' },
          ],
        },
      },
    ]);
  });

  it('without a model is answered in the tenant’s own words around the best passage, and the end names its sources', () => {
    const story = begun(bundle())
      .when(found([passage(1)]))
      .when(unanswered('tell'))
      .thenNamed('reply.composed', 'run.completed');
    expect(story.fact('run.completed')).toMatchObject({
      status: 'ok',
      reply: 'It said: Shoes worn once can be sent back.',
      question: null,
      header: { steps: [] },
      sources: [{ id: 'doc#1', title: 'Returns' }],
    });
  });

  it('that finds nothing says so, offers a person, and asks no model for words', () => {
    const story = begun(bundle()).when(found([])).thenNamed('step.completed', 'reply.composed', 'run.completed');
    expect(story.fact('step.completed')).toMatchObject({ status: 'failed', code: 'nothing_found' });
    expect(story.fact('run.completed')).toMatchObject({
      status: 'ok',
      reply: `Nothing is written about it. ${HUMAN_HANDOFF_SENTENCE}`,
      question: { key: 'handoff', expectedType: 'yes_no' },
      isDone: false,
    });
    expect(story.fact('run.completed')).not.toHaveProperty('sources');
    expect(typesOf(story.shown)).not.toContain('rag.sources');
  });

  test.each([
    ['cannot be searched', retrieved({ kind: 'failure', code: 'provider_unavailable', message: 'away' })],
    ['answers something else', retrieved({ kind: 'reply', text: 'x', provider: 'x', model: 'x' })],
  ])('is a failure when the knowledge %s, and no offer of a person', (_, input) => {
    const story = begun(bundle()).when(input);
    expect(story.fact('step.completed')).toMatchObject({ status: 'failed', code: 'knowledge_unavailable' });
    expect(story.fact('run.completed')).toMatchObject({ status: 'ok', question: null });
  });

  it('that gets no answer in time ends at its deadline, and not before', () => {
    const asked = begun(bundle());
    asked.at('2026-03-02T10:00:03.999Z').when(due('retrieval')).thenIgnored('nothing_is_looked_up');
    const story = asked.at('2026-03-02T10:00:04.000Z').when(due('retrieval'));
    expect(story.fact('step.completed')).toMatchObject({ status: 'failed', code: 'knowledge_unavailable' });
  });

  it('counts an answer once, and none after the end', () => {
    const story = begun(bundle()).when(found([passage(1)]));
    story.when(found([passage(2)])).thenIgnored('nothing_is_looked_up');
    begun(bundle())
      .when(found([]))
      .when(found([passage(1)]))
      .thenIgnored('run_ended');
  });

  it('is not waited for when the run is stopped', () => {
    const story = begun(bundle()).when(cancelRequested()).thenNamed('run.cancelling', 'run.completed');
    expect(story.fact('run.completed')).toMatchObject({ status: 'cancelled' });
  });

  it('is waited for before any word of prose (R5)', () => {
    const prose = { ...tell, dependsOn: ['a'], args: {} };
    const story = begun(bundle([echo('a'), find, prose]))
      .when(succeeded('a'))
      .thenNamed('step.completed');
    story.when(found([passage(1)])).thenNamed('step.completed', 'reply.requested');
  });
});

describe('citations', () => {
  const composedFrom = (text: string) =>
    begun(bundle())
      .when(found([passage(1), passage(2)]))
      .when(answered('tell', text))
      .fact('reply.composed');

  it('of what was retrieved stand', () => {
    expect(composedFrom('Shoes worn once can be sent back [1], see also [2].')).toMatchObject({
      by: 'model',
      failure: null,
    });
  });

  test.each(['[3]', '[0]', '[99]', '[1000]'])(
    'of something else, %s, take the words of their sentence away',
    (citation) => {
      expect(composedFrom(`Shoes worn once can be sent back ${citation}.`)).toMatchObject({
        by: 'platform',
        failure: 'unfounded_prose',
        refused: [{ claim: 'citation', sentences: 1 }],
        text: 'It said: Shoes worn once can be sent back.',
      });
    },
  );

  it('that are wrong take no other sentence with them, for it was shown', () => {
    const answer = 'Shoes worn once can be sent back [1]. Shoes can be sent back [3]. Take care!';
    expect(composedFrom(answer)).toMatchObject({
      by: 'model',
      failure: null,
      refused: [{ claim: 'citation', sentences: 1 }],
      text: 'Shoes worn once can be sent back [1]. It said: Shoes worn once can be sent back. Take care!',
    });
  });

  it('are counted as the sources are: a passage that was found twice is one', () => {
    const again = { ...find, id: 'again' };
    const { refused } = begun(bundle([find, again, { ...tell, dependsOn: ['find', 'again'] }]))
      .when(found([passage(1)]))
      .when(found([passage(1)], 'again'))
      .when(answered('tell', 'Shoes worn once can be sent back [2].'))
      .fact('reply.composed');
    expect(refused).toEqual([{ claim: 'citation', sentences: 1 }]);
  });

  test.each(['Sh[1]oes worn once can be sent back.', 'Shoes worn [1]1 times can be sent back.'])(
    'within a word or a number are none: %s',
    (text) => {
      expect(composedFrom(text)).toMatchObject({ by: 'platform', refused: [{ claim: 'markup', sentences: 1 }] });
    },
  );
});

describe('a validate step (EX-11)', () => {
  const check = (optional: boolean) => ({
    id: 'check',
    type: 'validate' as const,
    title: 'Check it',
    optional,
    dependsOn: ['a'],
    args: { text: { from: 'steps.a.result.text' } },
    expect: [{ that: "result.text == 'good'", code: 'not_good' }],
  });
  const say = { id: 'say', type: 'respond' as const, copy: 'echoed', dependsOn: ['check'], args: { text: 'done' } };
  const checked = (text: string, optional = false) =>
    begun(bundle([echo('a'), check(optional), say])).when(succeeded('a', { text }));

  it('goes on when what it checks is as expected', () => {
    expect(
      checked('good').thenNamed('step.completed', 'step.completed', 'run.completed').fact('run.completed'),
    ).toMatchObject({
      status: 'ok',
      reply: 'It said: done',
    });
  });

  it('that is required breaks the run when it is not, with its code (EVL-01)', () => {
    expect(checked('bad').fact('run.completed')).toMatchObject({ status: 'error', code: 'not_good' });
  });

  it('that is optional does not (EVL-01)', () => {
    expect(checked('bad', true).fact('run.completed')).toMatchObject({ status: 'ok' });
  });
});
