import type { EventData } from '@arbiter/contracts';
import { askingFor, completed, notProposed, proposed, said, suspended } from '../../fixtures/session-inputs';
import { shopBundle } from '../../fixtures/shop-bundle';
import { translated } from '../../fixtures/translated';
import { contextOf, given } from '../../specification';
import { sessionDecider } from '../session-decider';

type Chat = ReturnType<typeof chat>;
type More = Partial<EventData<'turn.received'>>;

const chat = () => given(sessionDecider, contextOf(translated(shopBundle))).facts();
/** A caller that names nothing. */
const unnamed = (id: string, text: string, more: More = {}) => said(id, text, { locale: null, ...more });
const switches = (story: Chat) =>
  story.history.flatMap((fact) => (fact.name === 'session.switched' ? [[fact.data.requestId, fact.data.locale]] : []));
const answeredIn = (story: Chat) =>
  story.decided.flatMap((fact) =>
    fact.name === 'intent.requested'
      ? [fact.data.locale]
      : fact.name === 'run.requested'
        ? [fact.data.delivery.locale]
        : [],
  );
const inGerman = () => chat().when(unnamed('T1', 'Wo ist meine Bestellung 1002?')).when(notProposed('T1'));

describe('RT-17: where no language is named', () => {
  test('the text tells it', () => {
    expect(answeredIn(chat().when(unnamed('T1', 'Wo ist meine Bestellung 1002?')))).toEqual(['de']);
    expect(answeredIn(chat().when(unnamed('T1', 'Where is my order 1002?')))).toEqual(['en']);
    expect(answeredIn(chat().when(unnamed('T1', 'Hallo')))).toEqual(['de']);
  });
  test("a text that tells nothing is in the tenant's own", () => {
    expect(answeredIn(chat().when(unnamed('T1', '1002')))).toEqual(['en']);
  });
  test.each(['1002', 'ok', 'ja?', 'Hello'])('%p keeps the language of the chat', (text) => {
    expect(answeredIn(inGerman().when(unnamed('T2', text)))).toEqual(['de']);
  });
  test('the chat goes on in the language of a longer text, and back, and says so once each time', () => {
    const story = inGerman()
      .when(unnamed('T2', 'what about order 1003?'))
      .when(notProposed('T2'))
      .when(unnamed('T3', '1003'))
      .when(unnamed('T4', 'und wo ist die andere?'));
    expect(switches(story)).toEqual([
      ['T1', 'de'],
      ['T2', 'en'],
      ['T4', 'de'],
    ]);
  });
  test('a turn that still waits for its proposal counts already', () => {
    const waiting = chat().when(unnamed('T1', 'Wo ist meine Bestellung 1002?')).when(unnamed('T2', '1003'));
    expect(answeredIn(waiting)).toEqual(['de']);
    expect(answeredIn(waiting.when(proposed('T1', 'order_status')))).toContain('de');
  });
  test('a button, and what came instead of a text, tell nothing', () => {
    expect(answeredIn(inGerman().when(unnamed('T2', 'Yes, please do it now', { answerTo: 'a1' })))).toEqual(['de']);
    expect(answeredIn(inGerman().when(unnamed('T2', 'this is an edited message', { unreadable: 'edited' })))).toEqual([
      'de',
    ]);
  });
});

describe('RT-17: a caller that names a language', () => {
  test('is believed, and where nothing is new no fact says so', () => {
    expect(switches(chat().when(said('T1', 'Where is my order 1002?')))).toEqual([]);
    expect(switches(chat().when(said('T1', 'hi', { locale: 'de-AT' })))).toEqual([['T1', 'de-AT']]);
    expect(answeredIn(chat().when(said('T1', 'Bestellung stornieren')))).toEqual(['en']);
  });
  test('is not, when the text is long and plainly in another one', () => {
    const story = chat().when(said('T1', 'Wo ist meine Bestellung 1002?'));
    expect(answeredIn(story)).toEqual(['de']);
    expect(answeredIn(story.when(notProposed('T1')).when(said('T2', '1002')))).toEqual(['de']);
  });
  test('is believed again when it names another one', () => {
    const story = chat()
      .when(said('T1', 'Wo ist meine Bestellung 1002?'))
      .when(notProposed('T1'))
      .when(said('T2', 'ok', { locale: 'de' }))
      .when(said('T3', 'ok', { locale: 'en-GB' }));
    expect(answeredIn(story)).toEqual(['en-GB']);
  });
  test('names none where the tenant does not speak it', () => {
    expect(answeredIn(chat().when(said('T1', 'hi', { locale: 'fr-FR' })))).toEqual(['en']);
  });
});

describe('RT-17: a language that the tenant does not speak', () => {
  const FRENCH = "Remboursez la commande 1004 s'il vous plaît";

  test.each([null, 'en', 'fr'])('gets one sentence and begins nothing, whatever language is named (%p)', (locale) => {
    const story = chat().when(said('T1', FRENCH, { locale }));
    story.thenNamed('turn.routed', 'run.requested');
    expect(story.fact('turn.routed')).toMatchObject({
      category: 'filler',
      rule: 'language_not_spoken',
      threadId: null,
      inputs: { language: 'fr' },
    });
    expect(story.fact('run.requested')).toMatchObject({
      purpose: 'respond',
      copy: 'language_not_spoken',
      delivery: { locale: 'fr' },
      args: { sentence: expect.stringContaining('anglais ou allemand') },
    });
  });
  test('answers no proposal, and the chat keeps its language', () => {
    const waiting = chat()
      .when(said('T1', 'refund order 1004'))
      .when(proposed('T1', 'refund_order'))
      .when(suspended('T1', 'T1'));
    const story = waiting.when(unnamed('T2', "oui, allez-y s'il vous plaît"));
    story.thenNamed('turn.routed', 'run.requested');
    expect(story.fact('turn.routed')).toMatchObject({ rule: 'language_not_spoken' });
    expect(answeredIn(story.when(unnamed('T3', 'ok')))).not.toContain('fr');
  });
  test("is that of a tenant's second language too, where it has none", () => {
    const story = given(sessionDecider, contextOf(shopBundle))
      .facts()
      .when(unnamed('T1', 'Bitte erstatten Sie mir die Bestellung 1004'));
    expect(story.fact('run.requested')).toMatchObject({
      copy: 'language_not_spoken',
      delivery: { locale: 'de' },
      args: { sentence: expect.stringContaining('Englisch') },
    });
  });
  test('is not seen in misspelled words of one that is spoken', () => {
    expect(answeredIn(chat().when(unnamed('T1', 'santa order refund status')))).toEqual(['en']);
  });
  test('may stand in an address, which answers its question', () => {
    const asked = chat()
      .when(said('T1', 'refund order 1004'))
      .when(proposed('T1', 'refund_order'))
      .when(
        completed('T1', 'T1', {
          question: askingFor('place', { expectedType: 'location', pattern: undefined, cues: undefined }),
        }),
      );
    expect(
      asked
        .when(unnamed('T2', 'au fond de la cour à gauche'))
        .decided.some((fact) => fact.name === 'turn.routed' && fact.data.rule === 'language_not_spoken'),
    ).toBe(false);
  });
});
