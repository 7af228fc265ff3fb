import { evaluateIntents, type Utterance } from './evaluate-intents';

const examples: Utterance[] = [
  ...['where is my parcel', 'track my order please', 'has my order been shipped'].map((text) => ({
    text,
    intent: 'order status',
  })),
  ...['i want my money back', 'refund my order', 'give me a refund'].map((text) => ({ text, intent: 'refund' })),
  { text: 'why is the sky blue', intent: 'oos' },
];

test('texts that the examples teach are told apart from texts that they do not', async () => {
  const score = await evaluateIntents(
    [
      { text: 'where is my order', intent: 'order status' },
      { text: 'please refund this order', intent: 'refund' },
      { text: 'sing me a song about trains', intent: 'oos' },
    ],
    examples,
  );
  expect(score).toEqual({ n: 3, accuracy: 1, oos_recall: 1, oos_precision: 1 });
});

test('nothing is tested on rows that trained, and the row is named', async () => {
  await expect(
    evaluateIntents(
      [
        { text: 'a', intent: 'refund' },
        { text: ' Refund my  order', intent: 'refund' },
      ],
      examples,
    ),
  ).rejects.toThrow('row 2');
  await expect(evaluateIntents([{ text: 'a', intent: 'oos' }], [{ text: 'b', intent: 'oos' }])).rejects.toThrow(
    'name no intent',
  );
});
