import type { Dialogue, Pending, UserTurn } from './dialogue';
import { evaluateRouting, type Heard } from './evaluate-routing';
import type { ServiceSchema } from './schema';

const schema: ServiceSchema = [
  {
    service_name: 'Tables_1',
    description: 'Restaurants',
    slots: [
      { name: 'city', description: 'Where to eat', is_categorical: false, possible_values: [] },
      { name: 'number_of_seats', description: 'How many', is_categorical: true, possible_values: ['1', '2', '3', '4'] },
      { name: 'outdoors', description: 'Outdoors or not', is_categorical: true, possible_values: ['True', 'False'] },
    ],
    intents: [
      {
        name: 'FindTable',
        description: 'Find a restaurant in a city',
        is_transactional: false,
        required_slots: ['city'],
        optional_slots: { outdoors: 'dontcare' },
      },
      {
        name: 'ReserveTable',
        description: 'Reserve a table',
        is_transactional: true,
        required_slots: ['city', 'number_of_seats'],
        optional_slots: {},
      },
    ],
  },
];
const asking = (act: string, key: string, expectedType: Pending['expectedType'], choices?: string[]): Pending => ({
  act,
  service: 'Tables_1',
  key,
  expectedType,
  ...(choices ? { choices } : {}),
});
const user = (
  text: string,
  expected: UserTurn['expected_categories'],
  pending: Pending[] = [],
  acts: UserTurn['acts'] = [],
  same = true,
): UserTurn => ({
  speaker: 'USER',
  text,
  acts,
  pending_before: pending,
  expected_categories: expected,
  same_thread_expected: same,
});
const system = (text: string) => ({ speaker: 'SYSTEM' as const, text });

const dialogue: Dialogue = {
  dialogue_id: 'one',
  turns: [
    user(
      'I want to find a restaurant',
      ['new_request'],
      [],
      [['Tables_1', 'INFORM_INTENT', 'intent', ['FindTable'], ['FindTable']]],
      false,
    ),
    system('In which city?'),
    user(
      'In San Leandro please',
      ['answer_to_pending'],
      [asking('REQUEST', 'city', 'freeform')],
      [['Tables_1', 'INFORM', 'city', ['San Leandro'], ['San Leandro']]],
    ),
    system('How about the Green Fork? Shall I reserve it?'),
    user(
      'Does it have a terrace?',
      null,
      [asking('OFFER', '__offer', 'choice_or_yes_no')],
      [['Tables_1', 'REQUEST', 'outdoors', [], []]],
    ),
    system('It does. Please confirm: a table for 2 at the Green Fork.'),
    user(
      'No, make it 4 people',
      ['answer_to_pending', 'override'],
      [asking('CONFIRM', '__confirm', 'yes_no')],
      [
        ['Tables_1', 'NEGATE', '', [], []],
        ['Tables_1', 'INFORM', 'number_of_seats', ['4'], ['4']],
      ],
    ),
    system('Please confirm: a table for 4 at the Green Fork.'),
    user(
      'Yes, that is right. What is the address?',
      ['answer_to_pending'],
      [asking('CONFIRM', '__confirm', 'yes_no')],
      [['Tables_1', 'AFFIRM', '', [], []]],
    ),
    system('It is at 4 Green Street. Shall I reserve it?'),
    user(
      'Yes, please',
      ['answer_to_pending'],
      [asking('CONFIRM', '__confirm', 'yes_no')],
      [['Tables_1', 'AFFIRM', '', [], []]],
    ),
    system('It is reserved.'),
    user("Thank you, that's all.", ['filler'], [], [['Tables_1', 'THANK_YOU', '', [], []]]),
  ],
};

test('a dialogue is heard by the session decider, and the facts it decides are scored', async () => {
  const heard: Heard[] = [];
  const score = await evaluateRouting([dialogue], schema, 'none', (one) => heard.push(one));
  expect(heard.map(({ routed }) => routed.category)).toEqual([
    'new_request',
    'answer_to_pending',
    'filler',
    'override',
    'answer_to_pending',
    'answer_to_pending',
    'filler',
  ]);
  expect(score).toEqual({
    n: 6,
    accuracy: 1,
    macro_f1: 1,
    thread_accuracy: 1,
    pending_new_requests: 0,
    corrections: 1,
    confusion: {
      new_request: { new_request: 1 },
      answer_to_pending: { answer_to_pending: 3 },
      override: { override: 1 },
      filler: { filler: 1 },
    },
  });
  expect(heard.map(({ routed }) => routed.hasRun)).toEqual([false, false, false, false, false, true, false]);
});

test('the acts of a turn are a proposal: a question about what is open opens nothing', async () => {
  const heard: Heard[] = [];
  expect(await evaluateRouting([dialogue], schema, 'acts', (one) => heard.push(one))).toMatchObject({
    accuracy: 1,
    thread_accuracy: 1,
    corrections: 1,
  });
  expect(heard[2]?.routed).toMatchObject({ rule: 'question_about_topic', isSameThread: true });
});

test('without proposals nothing but the text, the schema and what was asked is read', async () => {
  const blind: Dialogue = {
    ...dialogue,
    turns: dialogue.turns.map((turn) =>
      turn.speaker === 'USER'
        ? { ...turn, acts: [], expected_categories: ['filler'], same_thread_expected: null }
        : turn,
    ),
  };
  const categories = async (one: Dialogue) => {
    const heard: Heard[] = [];
    await evaluateRouting([one], schema, 'none', (turn) => heard.push(turn));
    return heard.map(({ routed }) => routed);
  };
  expect(await categories(blind)).toEqual(await categories(dialogue));
});
