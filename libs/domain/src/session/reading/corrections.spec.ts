import type { ArtifactBundle, Fact, IntentDefinition, SlotDefinition } from '@arbiter/contracts';
import { NOW, askingFor } from '../../fixtures/session-inputs';
import { threadWith } from '../../fixtures/session-threads';
import { shopBundle } from '../../fixtures/shop-bundle';
import { categorise } from '../routing/categorise';
import { evolveSession } from '../state/evolve-session';
import { initialSession } from '../state/session-state';

const slot = (
  name: string,
  expectedType: SlotDefinition['expectedType'],
  more: Partial<SlotDefinition> = {},
): SlotDefinition => ({ name, expectedType, required: true, prompt: `${name}?`, ...more });
const TABLE: IntentDefinition = {
  intent: 'reserve_table',
  description: 'Reserve a table at a restaurant',
  template: 'reserve_table',
  examples: ['Reserve a table', 'Book a table for two', 'I want to reserve a table'],
  slots: [
    slot('seats', 'choice', { choices: ['1', '2', '3', '4'], cues: ['seats', 'people'] }),
    slot('day', 'date_time', { cues: ['day'] }),
    slot('time', 'date_time', { cues: ['time'] }),
    slot('room', 'choice', { choices: ['Living room', 'Kitchen', 'Terrace'] }),
    slot('guestName', 'freeform', { cues: ['guest name'] }),
  ],
};
const bundle: ArtifactBundle = { ...shopBundle, intents: [...shopBundle.intents, TABLE] };
const KNOWN = { seats: '2', day: '2026-03-04', room: 'Kitchen' };
const confirming = askingFor('go', {
  expectedType: 'yes_no',
  prompt: 'A table for 2 on March 4th in the kitchen. Is that right?',
});
const session = (...facts: readonly Fact[]) => facts.reduce(evolveSession, initialSession());
const proposed = () => session(...threadWith('T', 'reserve_table', KNOWN, { proposes: confirming }));
const waiting = () =>
  session(
    ...threadWith('T', 'reserve_table', KNOWN, {
      waitsFor: askingFor('time', { expectedType: 'date_time', prompt: 'At what time?' }),
    }),
  );
const running = () => session(...threadWith('T', 'reserve_table', KNOWN));
const route = (text: string, state = proposed()) =>
  categorise({ requestId: 'now', text, receivedAt: NOW }, state, bundle);

test.each([
  ['No, make it 4 people', { seats: '4' }],
  ['no, 4 please', { seats: '4' }],
  ['Actually, the living room', { room: 'Living room' }],
  ['no wait, make it Tuesday', { day: '2026-03-03' }],
  ['Sorry, at half past 7 in the evening', { time: '2026-03-02T19:30' }],
  ['Yes, but make it three people', { seats: '3' }],
  ['No, I want it on the terrace instead.', { room: 'Terrace' }],
  ['Actually, three people on March 7th', { seats: '3', day: '2026-03-07' }],
  ['Please change the guest name to Ada Lovelace', { guestName: 'Ada Lovelace' }],
])('RT-04: %p changes what waits for a yes, and nothing is done', (text, slots) => {
  expect(route(text)).toMatchObject({
    category: 'override',
    rule: 'correction_changes_slot',
    threadId: 'T',
    action: { do: 'change_slot', slots: { ...KNOWN, ...slots } },
  });
});

test('a value told beside what waits for a yes changes it too', () => {
  expect(route('The table is for 3 people')).toMatchObject({
    category: 'answer_to_pending',
    rule: 'answer_changes_proposal',
    action: { do: 'change_slot', slots: { seats: '3' } },
  });
});

test('a correction of another slot leaves the question to be asked again, one of its own slot answers it', () => {
  expect(route('No, make it 4 people', waiting())).toMatchObject({
    rule: 'correction_changes_slot',
    action: { do: 'fill_slot', slots: { seats: '4' } },
  });
  expect(route('Actually, at 8 pm', waiting())).toMatchObject({
    rule: 'override_answers_question',
    action: { do: 'fill_slot', slots: { time: '2026-03-02T20:00' } },
  });
});

test('a correction of work under way begins its topic again', () => {
  expect(route('Actually, the living room', running())).toMatchObject({
    rule: 'override_changes_slot',
    threadId: 'T',
    action: { do: 'change_slot', slots: { room: 'Living room' } },
  });
});

test.each(['No, where is my order 1002?', 'no, I want my money back', 'Actually, where is my order?'])(
  '%p asks for something else, and corrects nothing',
  (text) => {
    expect(['change_slot', 'fill_slot', 'decide_approval']).not.toContain(route(text).action.do);
  },
);

test.each(['No', 'No thanks', 'no, not right now'])('%p only refuses', (text) => {
  expect(route(text)).toMatchObject({ action: { do: 'decide_approval', decision: 'reject' } });
});

test.each(["don't stop", 'I actually like it', 'the instead-of order'])(
  '%p is no correction and no override',
  (text) => {
    expect(route(text).category).not.toBe('override');
  },
);

test.each(['No make it 7 days instead.', 'no, for two nights', 'Actually, a week'])(
  '%p says how long, and no day',
  (text) => {
    expect(JSON.stringify(route(text).action)).not.toContain('"day":"2026-03-09"');
    expect(route(text).action.do).not.toBe('change_slot');
  },
);
