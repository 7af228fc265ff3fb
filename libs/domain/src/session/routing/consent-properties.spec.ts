import type { Consent, Fact } from '@arbiter/contracts';
import fc from 'fast-check';
import { NOW, askingFor } from '../../fixtures/session-inputs';
import { threadWith } from '../../fixtures/session-threads';
import { shopBundle } from '../../fixtures/shop-bundle';
import { grammarTables, hitsOf, heard, judgementsIn, tenantLanguage } from '../../language';
import { evolveSession } from '../state/evolve-session';
import { initialSession } from '../state/session-state';
import { categorise } from './categorise';

const ORDER = '1582';
const AMOUNT = '35.85';
const BUNDLES = {
  en: shopBundle,
  de: { ...shopBundle, copy: { ...shopBundle.copy, locale: 'de' } },
} as const;
type Spoken = keyof typeof BUNDLES;

const waiting = (consent: Consent['kind']): readonly Fact[] =>
  threadWith(
    'it',
    'refund_order',
    { orderNumber: ORDER },
    {
      proposes: askingFor('yes', {
        expectedType: 'yes_no',
        prompt: `Shall I refund ${AMOUNT} EUR for order ${ORDER}?`,
      }),
    },
  ).map((fact) =>
    fact.name === 'run.requested'
      ? { ...fact, data: { ...fact.data, consent: { kind: consent, rule: 'not_plainly_asked_for', requestId: 'r' } } }
      : fact,
  );

function acts(text: string, spoken: Spoken, consent: Consent['kind'] = 'clear'): boolean {
  const state = waiting(consent).reduce(evolveSession, initialSession());
  const { action } = categorise({ requestId: 'now', text, receivedAt: NOW }, state, BUNDLES[spoken]);
  return action.do === 'decide_approval' && action.decision === 'approve';
}

/** What answers are made of, by language. */
const WORDS = {
  en: {
    yes: ['yes', 'yeah', 'sure', 'go ahead', 'do it', 'that is right', 'sounds good to me', 'I agree', 'please do'],
    nods: ['ok', 'okay', 'alright', 'k', "that's fine", "that's great"],
    acknowledged: [
      'thanks',
      'thank you',
      'bye',
      'cool',
      'fine',
      'great',
      'got it',
      'aha',
      'oh',
      'perfect',
      "it's fine",
      'i see',
    ],
    beside: ['please', 'now', 'then', 'it', 'to', 'the', 'and', ','],
    own: ['refund it', 'my money back', ORDER, AMOUNT, `order ${ORDER}`, `${AMOUNT} EUR`, 'the first one'],
    others: [
      'cancel',
      'undo',
      'ticket',
      'ship it',
      'tomorrow',
      'half',
      'Anna',
      'the second',
      'both',
      'undo the refund',
      'my new account',
      'only',
      'later',
      'not',
      `${ORDER} euros`,
      'two',
    ],
  },
  de: {
    yes: ['ja', 'jawohl', 'gerne', 'mach das', 'das ist richtig', 'klingt gut', 'einverstanden', 'das passt mir'],
    nods: ['ok', 'passt', 'in ordnung', 'klar', 'das ist gut'],
    acknowledged: ['danke', 'vielen dank', 'tschüss', 'gut', 'super', 'aha', 'alles klar', 'verstanden', 'passt schon'],
    beside: ['bitte', 'jetzt', 'dann', 'es', 'und', ','],
    own: [ORDER, AMOUNT, '35,85', `${AMOUNT} EUR`, 'die erste'],
    others: [
      'stornieren',
      'rückgängig',
      'morgen',
      'die Hälfte',
      'Anna',
      'die zweite',
      'beide',
      'nur',
      'nicht',
      'später',
      'zwei',
    ],
  },
} as const satisfies Record<Spoken, Record<string, readonly string[]>>;

const spoken = fc.constantFrom<Spoken>('en', 'de');
const RUNS = { numRuns: 400 };

/** The pieces in some order, and whether each is wanted. */
const answer = (...kinds: readonly (keyof (typeof WORDS)['en'])[]) =>
  spoken.chain((language) =>
    fc
      .array(fc.constantFrom(...kinds.flatMap((kind): readonly string[] => WORDS[language][kind])), {
        minLength: 1,
        maxLength: 6,
      })
      .map((pieces) => ({ language, pieces })),
  );
const inserted = (pieces: readonly string[], piece: string, at: number, joint = ' '): string =>
  pieces.toSpliced(at % (pieces.length + 1), 0, piece).join(joint);

const OWN = new Set([Number(ORDER), Number(AMOUNT)]);
const otherNumber = fc
  .oneof(
    fc.integer({ min: 0, max: 99_999 }).map(String),
    fc.double({ min: 0, max: 2_000, noNaN: true }).map((value) => value.toFixed(2)),
  )
  .filter((value) => !OWN.has(Number(value)));

test('AP-08: no answer with another number in it acts, whatever else it says', () =>
  fc.assert(
    fc.property(
      answer('yes', 'nods', 'acknowledged', 'beside', 'own'),
      otherNumber,
      fc.nat(10),
      ({ language, pieces }, number, at) => {
        expect(acts(inserted(pieces, number, at), language)).toBe(false);
      },
    ),
    RUNS,
  ));

test('AP-08: no answer that names another deed, thing, time or part acts', () =>
  fc.assert(
    fc.property(
      answer('yes', 'nods', 'acknowledged', 'beside', 'own'),
      fc.nat(100),
      fc.nat(10),
      ({ language, pieces }, which, at) => {
        const { others } = WORDS[language];
        expect(acts(inserted(pieces, others[which % others.length] as string, at), language)).toBe(false);
      },
    ),
    RUNS,
  ));

test('AP-08: no answer without a yes acts, and an "ok" with courtesy is none', () =>
  fc.assert(
    fc.property(answer('acknowledged', 'beside', 'own'), ({ language, pieces }) => {
      expect(acts(pieces.join(' '), language)).toBe(false);
    }),
    RUNS,
  ));

test('AP-08: no nod acts where this person did not ask for the deed, and none beside an acknowledgement does anywhere', () =>
  fc.assert(
    fc.property(answer('nods', 'beside'), fc.nat(100), fc.nat(10), ({ language, pieces }, which, at) => {
      expect(acts(pieces.join(' '), language, 'asked')).toBe(isYes(pieces.join(' '), language));
      const { acknowledged } = WORDS[language];
      const text = inserted(pieces, acknowledged[which % acknowledged.length] as string, at, ', ');
      expect(acts(text, language)).toBe(isYes(text, language));
    }),
    RUNS,
  ));

/** Pieces that stand together may make a plain yes: "ok for me", "that's fine to me". */
function isYes(text: string, language: Spoken): boolean {
  const tenant = tenantLanguage(BUNDLES[language]);
  const said = heard(text, tenant);
  return (
    acts(text, language, 'asked') &&
    (hitsOf(said, grammarTables(tenant.words).consenting).length > 0 ||
      judgementsIn(said, tenant.words).some(({ kind }) => kind === 'plain'))
  );
}

test('AP-08: a yes with nothing but courtesy and the deed itself beside it acts', () =>
  fc.assert(
    fc.property(spoken, fc.nat(100), fc.nat(100), fc.nat(100), (language, yes, beside, own) => {
      const words = WORDS[language];
      const pick = (list: readonly string[], index: number) => list[index % list.length] as string;
      expect(
        acts(
          `${pick(words.yes, yes)}, ${pick(words.own, own)}, ${pick(words.acknowledged.slice(0, 2), beside)}`,
          language,
          'asked',
        ),
      ).toBe(true);
    }),
    RUNS,
  ));
