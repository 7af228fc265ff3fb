import { grammarTables } from './grammar-tables';
import { judgementsIn, type Judgement } from './judgements';
import type { Hit, PhraseTable } from './phrases';
import { stemOf } from './stems';
import type { TenantLanguage } from './tenant-language';
import { coveredBy, hitsOf, type Utterance } from './utterance';

/** What an answer may repeat of the question without adding to its yes or no, and of how many deeds. */
export interface Restated {
  /** positions of the words that say a value, and name what it is a value of */
  readonly valued: ReadonlySet<number>;
  /** the wordings of the deed, each as the words of one way to ask for it, in the form in which words are compared */
  readonly wordings: readonly ReadonlySet<string>[];
  /** words in the form of an order to do it: "refund", not "refunded" */
  readonly forms: ReadonlySet<string>;
  readonly deeds: number;
}

export const NOTHING_RESTATED = (): Restated => ({ valued: new Set(), wordings: [], forms: new Set(), deeds: 1 });

/** What a text that is nothing but an answer says. A `nod` ("ok") agrees, or only shows that something was heard. */
export type ExactAnswer = 'yes' | 'nod' | 'no';

/** A longer text is more than a yes. */
const LONGEST = 16;

/**
 * A text that is nothing but a yes, a nod or a no: every word of it belongs to the closed classes of consent, to
 * courtesy, or to the question. A question, a "not", a condition, a joke or any other word makes it none. `restated` is
 * only looked at when there is a yes or a no at all.
 */
export function exactAnswer(
  utterance: Utterance,
  language: TenantLanguage,
  restated: (utterance: Utterance) => Restated,
): ExactAnswer | null {
  const { tokens, text } = utterance;
  if (
    tokens.length === 0 ||
    tokens.length > LONGEST ||
    text.includes('?') ||
    tokens.some(({ quoted, isGuessed }) => quoted || isGuessed === true) ||
    hitsOf(utterance, grammarTables(language.words).marking).some(({ phrase }) => phrase.list === 'joking')
  )
    return null;
  const refusals = hitsOf(utterance, language.yesNo).filter(({ phrase }) => phrase.list === 'no');
  if (refusals.length > 0) return isRefusal(utterance, language, restated(utterance)) ? 'no' : null;
  const judged = judgementsIn(utterance, language.words);
  if (saysYes(utterance, language) || judged.some(({ kind }) => kind === 'plain'))
    return isConsent(utterance, language, judged, restated(utterance)) ? 'yes' : null;
  const praises = judged.filter(({ kind }) => kind === 'praise');
  const nods = hitsOf(utterance, grammarTables(language.words).nodding);
  return nods.length + praises.length > 0 && isNod(utterance, language, praises, restated(utterance)) ? 'nod' : null;
}

/** A phrase of courtesy or of refusal takes its words: "absolutely not", "thank you, got it". */
export const saysYes = (utterance: Utterance, { words, filler, yesNo }: TenantLanguage): boolean => {
  const others = [
    ...hitsOf(utterance, filler),
    ...hitsOf(utterance, yesNo).filter(({ phrase }) => phrase.list === 'no'),
  ];
  return hitsOf(utterance, grammarTables(words).consenting).some(
    (hit) => !others.some((other) => isInside(hit, other) || (other.index < hit.index && hit.index < other.end)),
  );
};

const isInside = (inner: Hit, outer: Hit): boolean =>
  outer.index <= inner.index && inner.end <= outer.end && outer.end - outer.index > inner.end - inner.index;

const positionsOf = (judged: readonly Judgement[]): ReadonlySet<number> =>
  new Set(judged.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, offset) => start + offset)));

function isConsent(
  utterance: Utterance,
  language: TenantLanguage,
  judged: readonly Judgement[],
  restated: Restated,
): boolean {
  const { words } = language;
  const { grammar } = words;
  const tables = grammarTables(words);
  const covered = courteous(
    utterance,
    language,
    [tables.consenting, tables.nodding, tables.polite, tables.addressing],
    restated,
  );
  const isSaid = (word: string, index: number) =>
    (covered.has(index) && !isNegating(word, language)) ||
    grammar.besideConsent.has(word) ||
    grammar.judging.confirming.has(word) ||
    grammar.judging.praising.has(word);
  return agrees(utterance, language, positionsOf(judged), restated, isSaid);
}

/** Courtesy beside an "ok" makes an acknowledgement of it: "ok, thanks". */
function isNod(
  utterance: Utterance,
  language: TenantLanguage,
  judged: readonly Judgement[],
  restated: Restated,
): boolean {
  const nods = coveredBy(utterance, grammarTables(language.words).nodding);
  const { besideNod } = language.words.grammar;
  return agrees(
    utterance,
    language,
    positionsOf(judged),
    restated,
    (word, index) => nods.has(index) || besideNod.has(word),
  );
}

type IsSaid = (word: string, index: number) => boolean;

/** Whatever else the text says is what the question said: its values, and one wording of its deed. */
function agrees(
  utterance: Utterance,
  language: TenantLanguage,
  judged: ReadonlySet<number>,
  restated: Restated,
  isSaid: IsSaid,
): boolean {
  const { grammar, ordinals } = language.words;
  const isEmpty = (word: string, index: number) =>
    judged.has(index) ||
    restated.valued.has(index) ||
    ordinals.has(word) ||
    isPronoun(utterance, index, language) ||
    (grammar.filling.has(word) && !isNegating(word, language));
  const wanted = coveredBy(utterance, grammarTables(language.words).wanting);
  const content = utterance.tokens
    .map(({ word }, index) => ({ word, index }))
    .filter(({ word, index }) => !isSaid(word, index) && !isEmpty(word, index) && !wanted.has(index))
    .map(({ word }) => word);
  return saysDeed(content, language, restated);
}

/**
 * All in the words of one way to ask for it: "undo the cancellation" is made of two, and means neither. A verb as
 * general as "give" says nothing beside them, and nothing known without them.
 */
function saysDeed(content: readonly string[], { words }: TenantLanguage, { wordings, forms }: Restated): boolean {
  if (content.length === 0) return true;
  const { participle, reversing, negating, light } = words.grammar;
  if (content.some((word) => negating.has(word) || /\p{N}/u.test(word) || (participle.test(word) && !forms.has(word))))
    return false;
  const telling = content.filter((word) => !light.has(word));
  const said = new Set((telling.length > 0 ? telling : content).map((word) => stemOf(word, words)));
  const isReversing = content.some((word) => reversing.has(word));
  return wordings.some(
    (wording) => [...said].every((stem) => wording.has(stem)) && (!isReversing || said.size === wording.size),
  );
}

/** "the first one", "that one" */
const isPronoun = ({ tokens }: Utterance, index: number, { words }: TenantLanguage): boolean => {
  const before = tokens[index - 1]?.word ?? '';
  return ONE.has(tokens[index]?.word ?? '') && (words.ordinals.has(before) || words.grammar.demonstrative.has(before));
};

const ONE: ReadonlySet<string> = new Set(['one', 'ones']);

/** Courtesy that asks for nothing, and the name of all that is open, where several things are. */
const courteous = (
  utterance: Utterance,
  { filler, words }: TenantLanguage,
  tables: readonly PhraseTable[],
  { deeds }: Restated,
): ReadonlySet<number> =>
  new Set([
    ...coveredBy(utterance, ...tables, ...(deeds > 1 ? [grammarTables(words).all] : [])),
    ...hitsOf(utterance, filler)
      .filter(({ phrase }) => phrase.list !== ASKS_FOR_HELP)
      .flatMap(({ index, end }) => Array.from({ length: end - index }, (_, offset) => index + offset)),
  ]);

const ASKS_FOR_HELP = 'help';

/** "both", and not "all right" or "everything is fine" */
export const namesAll = (utterance: Utterance, { words }: TenantLanguage): boolean => {
  const elsewhere = new Set([
    ...positionsOf(judgementsIn(utterance, words)),
    ...coveredBy(utterance, grammarTables(words).nodding),
  ]);
  return hitsOf(utterance, grammarTables(words).all).some(({ index }) => !elsewhere.has(index));
};

const isNegating = (word: string, { words }: TenantLanguage): boolean =>
  words.grammar.negating.has(word) || words.negating.has(word);

/** A no needs less: any words of the deed may stand beside it. */
function isRefusal(utterance: Utterance, language: TenantLanguage, restated: Restated): boolean {
  const { words, filler, yesNo } = language;
  const { grammar } = words;
  const covered = coveredBy(utterance, filler, grammarTables(words).all, yesNo);
  const stems = new Set(restated.wordings.flatMap((wording) => [...wording]));
  return utterance.tokens.every(
    ({ word }, index) =>
      covered.has(index) ||
      grammar.besideConsent.has(word) ||
      restated.valued.has(index) ||
      words.ordinals.has(word) ||
      ONE.has(word) ||
      (!isNegating(word, language) && (stems.has(stemOf(word, words)) || grammar.filling.has(word))),
  );
}
