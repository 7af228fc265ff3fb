import { HUMAN_HANDOFF_SENTENCE, localised, type ArtifactBundle, type Fact } from '@arbiter/contracts';
import { NOW, askingFor } from '../../fixtures/session-inputs';
import { threadWith } from '../../fixtures/session-threads';
import { shopBundle } from '../../fixtures/shop-bundle';
import { tenantLanguage } from '../../language/tenant-language';
import { utteranceOf } from '../../language/utterance';
import { fit } from '../reading/fit/fit';
import { readOverride } from '../reading/override';
import { evolveSession } from '../state/evolve-session';
import { handoffQuestion } from '../state/questions';
import { initialSession } from '../state/session-state';
import { categorise } from './categorise';

const bundle: ArtifactBundle = {
  ...shopBundle,
  intents: shopBundle.intents.map((intent) => ({
    ...intent,
    slots: intent.slots.map((slot) => (slot.cues ? { ...slot, cues: [...slot.cues, 'bestellung'] } : slot)),
  })),
  translations: [
    {
      ...shopBundle.copy,
      locale: 'de',
      lexicon: { nudge: ['rührt sich was'] },
      intents: {
        order_status: {
          examples: ['Wo ist meine Bestellung?', 'Wo ist meine Bestellung 1002?', 'Wann kommt mein Paket?'],
        },
        refund_order: { examples: ['Bestellung 1003 erstatten', 'Ich will mein Geld zurück'] },
      },
    },
  ],
};
const german = localised(bundle, 'de-AT');
const language = tenantLanguage(german);
const session = (...facts: (readonly Fact[])[]) => facts.flat().reduce(evolveSession, initialSession());
const route = (text: string, state = session()) =>
  categorise({ requestId: 'now', text, receivedAt: NOW }, state, german);
const running = () => session(threadWith('works', 'order_status', { orderNumber: '1002' }));
const waiting = () =>
  session(
    threadWith(
      'asks',
      'order_status',
      {},
      { waitsFor: askingFor('orderNumber', { prompt: 'Welche Bestellung?', cues: ['bestellung'] }) },
    ),
  );
const approving = () =>
  session(
    threadWith(
      'asks',
      'refund_order',
      { orderNumber: '1004' },
      { proposes: askingFor('go', { expectedType: 'yes_no', prompt: 'Soll ich 1004 erstatten?' }) },
    ),
  );

test.each([
  'stopp',
  'Stopp!',
  'Bitte abbrechen',
  'Vergiss es',
  'Nein, vergessen Sie das',
  'Eigentlich, vergiss es',
  'Moment, hör auf',
  'Wo ist meine Bestellung? Ach, vergiss es',
])('%p ends what is going on', (text) => {
  expect(route(text, running())).toMatchObject({ category: 'override', threadId: 'works' });
});
test.each([
  'hör nicht auf',
  'Bitte nicht abbrechen',
  'Ich mag es eigentlich',
  'die Stattdessen-Bestellung',
  'Auf dem Knopf steht „Stopp“ und nichts geht',
  'Sie sagte »abbrechen«',
])('%p overrides nothing', (text) => {
  expect(readOverride(utteranceOf(text), language)).toBeNull();
});
test.each([
  ['nein warte, mach 1003 daraus', '1003'],
  ['Eigentlich Bestellung 1003', '1003'],
  ['doch lieber 1003', '1003'],
])('%p corrects the running topic', (text, orderNumber) => {
  expect(route(text, running())).toMatchObject({
    category: 'override',
    threadId: 'works',
    action: { do: 'change_slot', slots: { orderNumber } },
  });
});
test('a correction changes what waits for a yes', () => {
  expect(route('Nein, Bestellung 1005', approving())).toMatchObject({
    rule: 'correction_changes_slot',
    action: { do: 'change_slot', slots: { orderNumber: '1005' } },
  });
});
test.each(['gibt es was Neues?', 'Wie lange noch?', '?', 'hallo?', 'Rührt sich was?'])('%p is a nudge', (text) => {
  expect(route(text, running())).toMatchObject({ category: 'status_nudge', threadId: 'works' });
});
test.each([
  ['ja', 'approve'],
  ['Ja, bitte.', 'approve'],
  ['Passt, mach das', 'approve'],
  ['einverstanden', 'approve'],
  ['nein', 'reject'],
  ['Nein danke', 'reject'],
  ['bitte nicht', 'reject'],
])('%p to a proposal: %s', (text, decision) => {
  expect(route(text, approving())).toMatchObject({ action: { do: 'decide_approval', decision } });
});
test.each(['ja, aber nur die Hälfte', 'vielleicht', 'ja?', 'nicht sicher'])('%p settles no proposal', (text) => {
  expect(route(text, approving()).action.do).not.toBe('decide_approval');
});
test.each([
  ['Hallo', 'greeting'],
  ['Vielen Dank!', 'thanks_reply'],
  ['thanks!', 'thanks_reply'],
  ['alles klar', 'filler_acknowledged'],
  ['Hilfe', 'help'],
])('%p is courtesy', (text, copy) => {
  expect(route(text)).toMatchObject({ category: 'filler', action: { copy } });
});
test.each([
  ['1003', '1003'],
  ['Bestellung 1003 bitte', '1003'],
  ['Es ist die 1003', '1003'],
])('%p answers which order', (text, orderNumber) => {
  expect(route(text, waiting())).toMatchObject({ rule: 'answer_fills_slot', action: { slots: { orderNumber } } });
});
test.each(['Wo ist meine Bestellung 1002?', 'Ich will mein Geld zurück', 'die blaue'])(
  '%p is a new request',
  (text) => {
    expect(route(text, waiting())).toMatchObject({ category: 'new_request' });
  },
);

const valueOf = (expectedType: 'date_time' | 'number' | 'choice' | 'yes_no', text: string) =>
  fit({ key: 'it', expectedType, prompt: 'Welche?', choices: ['rot', 'blau'] }, utteranceOf(text), {
    language,
    now: NOW,
    stakes: { level: 'none', intentId: null, slots: {} },
  })?.value;
test.each([
  ['morgen', '2026-03-03'],
  ['am Dienstag bitte', '2026-03-03'],
  ['am 7. März um 19 Uhr', '2026-03-07T19:00'],
])('%p is the date %s', (text, value) => {
  expect(valueOf('date_time', text)).toBe(value);
});
test.each([
  ['drei', 3],
  ['für zwölf bitte', 12],
  ['12,50', 12.5],
])('%p is the number %d', (text, value) => {
  expect(valueOf('number', text)).toBe(value);
});
test('a choice is named or counted', () => {
  expect([valueOf('choice', 'die blau bitte'), valueOf('choice', 'das zweite')]).toEqual(['blau', 'blau']);
});

test('CL-04: the offer of a person is in the language of the turn', () => {
  expect(handoffQuestion(german).prompt).not.toBe(HUMAN_HANDOFF_SENTENCE);
  expect(handoffQuestion(shopBundle).prompt).toBe(HUMAN_HANDOFF_SENTENCE);
});
