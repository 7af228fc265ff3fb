import { HUMAN_HANDOFF_SENTENCE } from '@arbiter/contracts';
import { PLAIN_DELIVERY } from '../fixtures/delivery';
import { echo, planBundle, planBundleWith } from '../fixtures/plan-bundle';
import { answered, begun, headerOf, planned, requested, succeeded, suspended, unanswered } from '../fixtures/run-story';
import { translated } from '../fixtures/translated';
import { languageOf } from '../language';
import { contextOf, given } from '../specification';
import { runDecider } from './run-decider';
import { streamsForRun } from './state/streams';

const GERMAN = { ...PLAIN_DELIVERY, locale: 'de-AT' };
const bundle = planBundleWith([
  echo('a'),
  { id: 'reply', type: 'respond', copy: 'echoed', dependsOn: ['a'], args: { text: { from: 'steps.a.result.text' } } },
]);
const later = requested({ requestId: 'run-2', messageId: 'm-2', overtakes: ['run-1'] });

describe('a reply', () => {
  it('does not quote the message that it directly follows (CH-08)', () => {
    const story = begun(bundle).when(succeeded('a'));
    expect(story.fact('run.completed')).toMatchObject({ anchor: null, messageId: 'm-1', locale: 'en' });
  });

  it.each(['several_topics', 'topic_switch'] as const)(
    'quotes its message when the turn said why: %s (CH-09)',
    (anchor) => {
      const story = begun(bundle, { delivery: { ...PLAIN_DELIVERY, anchor } }).when(succeeded('a'));
      expect(story.fact('run.completed').anchor).toBe(anchor);
      expect(story.shown.at(-2)!.payload).toMatchObject({ kind: 'reply', anchor, messageId: 'm-1' });
    },
  );

  it('quotes its message when a later one came in first, whenever that is known (CH-09)', () => {
    const inTheMiddle = begun(bundle).when(later).thenNamed('run.overtaken');
    inTheMiddle.when(later).thenIgnored('already_overtaken');
    expect(inTheMiddle.when(succeeded('a')).fact('run.completed').anchor).toBe('not_recent');
    const before = given(runDecider, contextOf(bundle)).facts().when(later).thenNamed('run.overtaken');
    expect(before.shown).toEqual([]);
    expect(before.when(requested()).when(planned(bundle)).when(succeeded('a')).fact('run.completed').anchor).toBe(
      'not_recent',
    );
    begun(bundle).when(succeeded('a')).when(later).thenIgnored('run_ended');
  });

  it('of a proposal quotes by the same rule', () => {
    expect(begun(bundle).when(later).when(suspended('a')).fact('run.suspended')).toMatchObject({
      anchor: 'not_recent',
      messageId: 'm-1',
    });
  });

  it('is delivered to the runs that a request overtakes, and to its own', () => {
    expect(streamsForRun(later)).toEqual(['run-shop-run-2', 'run-shop-run-1']);
  });

  it('is not spoilt by a later message that cannot be handled', () => {
    const story = begun(bundle);
    expect(runDecider.skip!(story.state, later, 'broken', contextOf(bundle))).toEqual([]);
  });
});

describe('a run that acts', () => {
  it('says what its plan says beforehand in a fact of its own, for every channel (CH-15)', () => {
    const speaking = planBundleWith([{ id: 'before', type: 'respond', copy: 'greeting' }, echo('a', ['before'])]);
    expect(begun(speaking, { delivery: GERMAN }).fact('run.announced')).toEqual({
      runId: 'run-1',
      sessionId: 'session-1',
      channel: 'web',
      messageId: 'm-1',
      locale: 'de-AT',
      anchor: null,
      text: 'Hello!',
    });
  });

  it('shows that work has begun where its plan says nothing beforehand (PL-25)', () => {
    const story = begun(bundle, { delivery: GERMAN }).thenNamed('run.planned', 'segment.requested');
    expect(
      story.shown.filter(({ payload }) => payload['kind'] === 'pre').map(({ payload }) => payload['text']),
    ).toEqual(['One moment.']);
  });

  it('says nothing beforehand when it only speaks (EVL-01)', () => {
    const named = begun(planBundle, { purpose: 'respond', copy: 'greeting', template: null }).history.map(
      ({ name }) => name,
    );
    expect(named).toEqual(['run.opened', 'run.planned', 'run.completed']);
  });
});

describe('a run speaks the language it was asked for in (CL-12):', () => {
  it('its plan, its announcement, its header, its reply', () => {
    const story = begun(translated(planBundle), {
      template: 'refund_order',
      args: { orderNumber: '1003' },
      delivery: GERMAN,
    });
    expect(story.shown.find(({ payload }) => payload['kind'] === 'pre')?.payload['text']).toBe('«One moment.»');
    const acting = story.when(succeeded('lookup', { status: 'shipped', total: 25 }));
    expect(acting.fact('action.requested').locale).toBe('de-AT');
    const done = acting.when(succeeded('refund', { amount: 25 }));
    expect(done.fact('run.completed')).toMatchObject({ locale: 'de-AT', reply: '«I refunded 25 for order 1003.»' });
    expect(done.fact('run.completed').headerText).toBe('✓ «Look up the order»\n✓ «Refund the order»');
    expect(done.fact('run.completed').header.steps.map(({ title }) => title)).toEqual([
      '«Look up the order»',
      '«Refund the order»',
    ]);
  });

  it('its proposal, and the two words that answer it', () => {
    const asking = begun(translated(planBundle), {
      template: 'refund_order',
      args: { orderNumber: '1003' },
      delivery: GERMAN,
    })
      .when(succeeded('lookup', { status: 'shipped', total: 25 }))
      .when(suspended('refund', 'approval_question'))
      .fact('run.suspended');
    expect(asking).toMatchObject({
      question: { prompt: '«Shall I refund 25 for order 1003?»', choices: ['«Yes»', '«No»'] },
    });
  });

  it('its question for what is missing', () => {
    const asking = begun(translated(planBundle), {
      template: 'order_status',
      intentId: 'order_status',
      args: {},
      delivery: GERMAN,
    });
    expect(asking.fact('run.completed').question).toMatchObject({ key: 'orderNumber', prompt: '«Which order is it?»' });
  });

  it('its offer of a person, word for word, also after the words of a model (CL-04)', () => {
    const { handoffSentence } = languageOf('de');
    const clarifying = begun(translated(planBundle), {
      purpose: 'clarify',
      copy: 'unknown_intent',
      template: null,
      delivery: GERMAN,
      fallback: true,
    });
    expect(clarifying.fact('reply.requested')).toMatchObject({ locale: 'de-AT', closing: handoffSentence });
    for (const input of [
      unanswered('reply'),
      answered('reply', 'Wie bitte?'),
      answered('reply', `Wie bitte? ${handoffSentence}`),
    ]) {
      const { reply, question } = clarifying.when(input).fact('run.completed');
      expect(reply.endsWith(handoffSentence)).toBe(true);
      expect(reply.split(handoffSentence)).toHaveLength(2);
      expect(reply).not.toContain(HUMAN_HANDOFF_SENTENCE);
      expect(question).toMatchObject({ key: 'handoff', prompt: handoffSentence, choices: ['«Yes»', '«No»'] });
    }
  });

  it('and the default one when the tenant has no other', () => {
    const story = begun(translated(bundle), { delivery: { ...PLAIN_DELIVERY, locale: 'fr' } }).when(succeeded('a'));
    expect(story.fact('run.completed').reply).toBe('It said: hi');
    expect(headerOf(story.fact('run.completed'))).toBe('a: completed');
  });

  it('and tells the stream which language that is, and which mark goes away', () => {
    const [started] = begun(bundle, { delivery: { locale: 'de-AT', anchor: null, clears: 'm-0' } }).shown;
    expect(started!.payload).toMatchObject({ locale: 'de-AT', clears: 'm-0', messageId: 'm-1' });
  });
});
