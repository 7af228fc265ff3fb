/** A mark that was found in a text: its place, and what ends the reasoning it begins; null: it begins none. */
export interface FoundMark {
  readonly index: number;
  readonly length: number;
  readonly closing: RegExp | null;
}

/** What models call their reasoning in tags. */
const NAMES = [
  'think(?:s|ing)?',
  'thoughts?',
  'reason(?:ing|ing_content)?',
  'reflect(?:ion)?',
  'analysis',
  'scratchpad',
  'deliberation',
  'internal',
  '(?:in(?:ner|ternal)_)?monologue',
  'chain_of_thought',
  'cot',
].join('|');
const NAMESPACE = '(?:[a-z0-9]+:|ant)?';

/** `<think>`, `<seed:think budget="3">`, `<|thinking|>`, `<|begin_of_thought|>` */
const TAG = new RegExp(`<\\|?(?:begin_of_)?${NAMESPACE}(${NAMES})(?:\\s[^<>]{0,80})?\\|?>`, 'i');
const closingTag = (name: string): string => `<\\|?(?:/|end_of_)${NAMESPACE}(?:${name})\\s*\\|?>`;
/** A channel of harmony, or of Gemma, that is not the person's. */
const CHANNEL = /<\|channel\|?>\s*(?!final\b)[a-z]+(?=[^a-z])/i;
const FINAL_CHANNEL = /(?:<\|start\|>assistant)?<\|channel\|>\s*final\b(?:[^<]|<\|constrain\|>){0,80}<\|message\|>/i;
const END_OF_CHANNELS = new RegExp(`${FINAL_CHANNEL.source}|<channel\\|>`, 'i');
/** The same where a server left the marks themselves out: "analysisThe person …assistantfinalYour order". */
const BARE_CHANNEL = /^\s*analysis(?=[A-Z])/;
const END_OF_BARE_CHANNELS = /assistantfinal/;
/** What else harmony puts around words. */
const FRAME = /<\|(?:start\|>[a-z]*(?=[^a-z])|end\|>|return\|>|call\|>|message\|>)/i;

const OPENINGS: readonly (readonly [RegExp, (name: string) => RegExp | null])[] = [
  [TAG, (name) => new RegExp(closingTag(name), 'i')],
  [/\[THINK\]/, () => /\[\/THINK\]/],
  [/◁think▷/, () => /◁\/think▷/],
  [/<unused94>/, () => /<unused95>/],
  [CHANNEL, () => END_OF_CHANNELS],
  [FINAL_CHANNEL, () => null],
  [FRAME, () => null],
];

const CLOSING = new RegExp(`${closingTag(NAMES)}|\\[/THINK\\]|◁/think▷|<unused95>|<channel\\|>`, 'i');

/** The first mark of the text that begins reasoning, or is no word for anybody. */
export function firstMark(text: string, isBeginning: boolean): FoundMark | null {
  const bare = isBeginning ? BARE_CHANNEL.exec(text) : null;
  if (bare) return { index: 0, length: bare[0].length, closing: END_OF_BARE_CHANNELS };
  let first: FoundMark | null = null;
  for (const [opening, closingOf] of OPENINGS) {
    const found = opening.exec(text);
    if (found && (first === null || found.index < first.index))
      first = { index: found.index, length: found[0].length, closing: closingOf(found[1] ?? '') };
  }
  return first;
}

/** Where a text ends reasoning that it never began; -1: nowhere. */
export const strayClosing = (text: string): number => CLOSING.exec(text)?.index ?? -1;

/** So many characters a mark has at most. */
export const LONGEST_MARK = 160;

/** What may yet become a mark, at the end of a text. */
const UNFINISHED = new RegExp(
  [
    '<\\|(?:channel|start)\\|?>(?:[^<]|<\\|(?:channel|constrain)\\|>){0,80}(?:<\\|?[a-z]*\\|?)?',
    '<[|/]*[a-z][a-z0-9_:]{0,40}(?:\\s[^<>]{0,80})?\\|?',
    '<[|/]*',
    '\\[/?[A-Z]{0,5}',
    '◁/?[a-z]{0,5}',
  ]
    .map((form) => `(?:${form})`)
    .join('|')
    .replace(/^/, '(?:')
    .concat(')$'),
  'i',
);
const UNFINISHED_BEGINNING = /^\s*(?:a|an|ana|anal|analy|analys|analysi|analysis)?$/;

/** From where on the text may yet become a mark; its length: nowhere. */
export function unfinishedMark(text: string, isBeginning: boolean): number {
  if (isBeginning && UNFINISHED_BEGINNING.test(text)) return 0;
  return UNFINISHED.exec(text)?.index ?? text.length;
}
