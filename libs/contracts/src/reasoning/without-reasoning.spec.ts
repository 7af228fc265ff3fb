import { WithoutReasoning } from './without-reasoning';

/** Said of the text, cut at these places. */
function said(text: string, cuts: readonly number[]): string {
  const filter = new WithoutReasoning();
  const pieces = [0, ...cuts].map((from, index) => text.slice(from, cuts[index] ?? text.length));
  return pieces.map((piece) => filter.add(piece)).join('') + filter.end();
}
const everyCut = (text: string): readonly (readonly number[])[] => [
  [],
  ...Array.from(text, (_, index) => [index]),
  Array.from(text, (_, index) => index),
];

describe('a text without its reasoning', () => {
  it.each([
    ['<think>secret plan</think>Hello.', 'Hello.'],
    ['Hello <THINKING>secret plan</thinking>there.', 'Hello there.'],
    ['a <reasoning>secret </think> still</reasoning>b <think>secret</think>c', 'a b c'],
    ['Hello. <think>secret that never ends', 'Hello. '],
    ['1 < 2 and <b>bold</b> <thin', '1 < 2 and <b>bold</b> <thin'],
    ['', ''],
    ['<thought>secret plan</thought>Hello.', 'Hello.'],
    ['<thoughts>secret</thoughts><Scratchpad>secret</scratchpad>Hello.', 'Hello.'],
    ['<seed:think budget="3">secret</seed:think>Hello.', 'Hello.'],
    ['<antThinking>secret</antThinking>Hello.', 'Hello.'],
    ['<reflection>secret <b>plan</b></reflection>Hello.', 'Hello.'],
    ['<inner_monologue>secret</inner_monologue>Hello.', 'Hello.'],
    ['<|begin_of_thought|>secret<|end_of_thought|>Hello.', 'Hello.'],
    ['<|thinking|>secret<|/thinking|>Hello.', 'Hello.'],
    ['[THINK]secret[/THINK]Hello.', 'Hello.'],
    ['◁think▷secret◁/think▷Hello.', 'Hello.'],
    ['<unused94>thought secret<unused95>Hello.', 'Hello.'],
    ['<|channel>thought\nsecret<channel|>Hello.', 'Hello.'],
    [
      '<|channel|>analysis<|message|>secret<|end|><|start|>assistant<|channel|>final<|message|>Hello.<|return|>',
      'Hello.',
    ],
    [
      '<|channel|>analysis<|message|>secret<|end|><|start|>assistant<|channel|>commentary to=functions.x <|constrain|>json<|message|>{"secret":1}<|call|><|start|>assistant<|channel|>final <|constrain|>json<|message|>{"a":"b"}',
      '{"a":"b"}',
    ],
    ['<|start|>assistant<|channel|>final<|message|>Hello.<|end|>', 'Hello.'],
    ['<|channel|>analysis<|message|>secret that never ends', ''],
    ['analysisThe person wants a secret.assistantfinalHello.', 'Hello.'],
    ['Hello. <thought>secret that never ends', 'Hello. '],
    ['An analysis of a thought: 3 <4 [A] <i>and</i> <b', 'An analysis of a thought: 3 <4 [A] <i>and</i> <b'],
    ['analysis of the order', 'analysis of the order'],
    ['{"text":"a <b> [THE] 1 < 2","list":["x"]}', '{"text":"a <b> [THE] 1 < 2","list":["x"]}'],
  ])('%j is %j, wherever it is cut (CX-09)', (text, expected) => {
    for (const cuts of everyCut(text)) expect(said(text, cuts)).toBe(expected);
  });

  it.each(['</think>', '</thought>', '[/THINK]', '<|end_of_thought|>', '<channel|>'])(
    'is none when it does not say where the reasoning before %s began',
    (closing) => {
      for (const cuts of everyCut(`secret plan${closing}Hello.`))
        expect(() => said(`secret plan${closing}Hello.`, cuts)).toThrow(
          expect.objectContaining({ code: 'reasoning_leaked' }),
        );
    },
  );

  it('releases ordinary words at once', () => {
    const filter = new WithoutReasoning();
    for (const word of ['Your ', 'order ', 'is < 3 ', 'days ', 'away. ']) expect(filter.add(word)).toBe(word);
  });

  it('holds no more of an endless thought than a tag', () => {
    const filter = new WithoutReasoning();
    filter.add('<think>');
    for (let piece = 0; piece < 1_000; piece += 1) expect(filter.add('x'.repeat(1_000))).toBe('');
    expect(filter.add('</think>well')).toBe('well');
  });
});
