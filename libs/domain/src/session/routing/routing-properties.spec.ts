import { ATTACHMENTS, canonicalJson, type Fact, type Question } from '@arbiter/contracts';
import fc from 'fast-check';
import { NOW, askingFor } from '../../fixtures/session-inputs';
import { threadWith } from '../../fixtures/session-threads';
import { shopBundle } from '../../fixtures/shop-bundle';
import { tenantLanguage } from '../../language/tenant-language';
import { evolveSession } from '../state/evolve-session';
import { initialSession, type SessionState } from '../state/session-state';
import { categorise } from './categorise';

const TYPES: readonly Question['expectedType'][] = [
  'location',
  'yes_no',
  'date_time',
  'number',
  'choice',
  'choice_or_yes_no',
  'identifier',
  'freeform',
];
const thread = fc.record({
  intent: fc.constantFrom('order_status', 'refund_order', 'create_ticket'),
  type: fc.constantFrom(...TYPES),
  state: fc.constantFrom('runs', 'waits', 'proposes'),
});
const sessions = fc.array(thread, { maxLength: 5 }).map((threads): SessionState =>
  threads
    .flatMap(({ intent, type, state }, index): readonly Fact[] => {
      const question = askingFor('orderNumber', {
        expectedType: type,
        choices: ['red', 'blue'],
        prompt: `Which of them, number ${index}?`,
      });
      const then =
        state === 'waits'
          ? { waitsFor: question }
          : state === 'proposes'
            ? { proposes: { ...question, expectedType: 'yes_no' as const } }
            : {};
      return threadWith(`T${index}`, intent, { orderNumber: '1002' }, then);
    })
    .reduce(evolveSession, initialSession()),
);
const proposals = fc.option(
  fc.record({
    intentId: fc.constantFrom(null, 'order_status', 'refund_order', 'unknown'),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    attachment: fc.constantFrom(null, ...ATTACHMENTS),
    slots: fc.constantFrom({}, { orderNumber: '1003' }, { orderNumber: true }),
  }),
);
const texts = fc.oneof(
  fc.constantFrom(
    'where is my order 1002?',
    'yes',
    'no',
    'the blue one',
    '1003',
    'no, 1005',
    'Great. And now?',
    'ok, but only half',
    'My teapot leaks',
    'thanks',
    '👍',
    "don't stop",
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 80 }),
);
const { override, nudge } = tenantLanguage(shopBundle).words;
const ending = override.filter(
  (phrase) =>
    ![
      'actually',
      'instead',
      'rather',
      'wait',
      'wait no',
      'no wait',
      'hold on',
      'hang on',
      'on second thought',
      'on second thoughts',
    ].includes(phrase),
);
const route = (text: string, state: SessionState, proposal: Parameters<typeof categorise>[3] = null) =>
  categorise({ requestId: 'now', text, receivedAt: NOW }, state, shopBundle, proposal);

test('RT-14: an override beats every open question, whatever a model says', () => {
  fc.assert(
    fc.property(sessions, proposals, fc.constantFrom(...ending), (state, proposal, text) => {
      expect(route(text, state, proposal).category).toBe('override');
    }),
  );
});

test('RT-06, RT-07: a nudge only tells, whatever is open and whatever a model says', () => {
  fc.assert(
    fc.property(
      sessions,
      proposals,
      fc.constantFrom(...nudge.filter((phrase) => phrase !== 'hello?')),
      (state, proposal, text) => {
        expect(route(text, state, proposal)).toMatchObject({ category: 'status_nudge', action: { do: 'say' } });
      },
    ),
    { numRuns: 500 },
  );
});

test('RT-01: any text has one decision, and the same inputs give the same bytes', () => {
  fc.assert(
    fc.property(sessions, proposals, texts, (state, proposal, text) => {
      const decided = canonicalJson(route(text, state, proposal));
      expect(canonicalJson(route(text, state, proposal))).toBe(decided);
      expect(canonicalJson(route(text, structuredClone(state), structuredClone(proposal)))).toBe(decided);
    }),
  );
});

test('RT-10, PR-01, PR-02, TH-08: no proposal approves anything that the words do not', () => {
  fc.assert(
    fc.property(sessions, proposals, texts, (state, proposal, text) => {
      const { action } = route(text, state, proposal);
      if (action.do === 'decide_approval') expect(route(text, state).action).toEqual(action);
    }),
  );
});
