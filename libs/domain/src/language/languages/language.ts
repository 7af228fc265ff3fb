import type { ParsingOption, ParsedResult } from 'chrono-node';
import type { Grammar } from './grammar';
import type { Support } from './support';

/** Finds the dates and times of a text; the same text seen from the same instant always reads the same. */
export interface DateReader {
  parse(text: string, reference: Date, option: ParsingOption): readonly ParsedResult[];
}

/**
 * One language as data: the words that carry its grammar, and the phrases by which people steer, nudge, are polite,
 * agree and refuse. A tenant's `copy.lexicon` only adds to it (RT-04, RT-06).
 */
export interface Language {
  /** the language of a locale: `en` of `en-GB` */
  readonly name: string;
  /** CL-04: the last sentence of an answer that understood nothing */
  readonly handoffSentence: string;
  readonly dates: DateReader;
  readonly grammar: Grammar;
  readonly support: Support;
  /** phrases of people; the list of a filler is the copy key of its reply */
  readonly override: readonly string[];
  readonly nudge: readonly string[];
  readonly filler: Readonly<Record<string, readonly string[]>>;
  /** ask to be waited for: "one moment", "let me think" */
  readonly waiting: readonly string[];
  readonly yes: readonly string[];
  readonly no: readonly string[];
  /** praise an offer; they agree only where nothing depends on it ("sounds nice") */
  readonly approving: readonly string[];
  /** turn to a topic that is open: "about the refund", "back to order 1002" */
  readonly referring: readonly string[];
  /** put a new value in the place of an old one: "make it Tuesday", "change it to four" */
  readonly correcting: readonly string[];
  /** insults, threats and phrases of shouting: angry, whatever else the text says */
  readonly anger: readonly string[];
  /** carry no wish */
  readonly neutral: ReadonlySet<string>;
  /** turn the words after them into their opposite */
  readonly negating: ReadonlySet<string>;
  /** take back part of a yes */
  readonly hedging: ReadonlySet<string>;
  /** ask to be told something */
  readonly asking: ReadonlySet<string>;
  /** begin a question or a wish */
  readonly requesting: ReadonlySet<string>;
  /** begin a wish: "I would like", "can you" */
  readonly wishing: readonly string[];
  /** the deeds that wishes are most often for: "book", "find" */
  readonly doing: ReadonlySet<string>;
  /** of the deeds, those that only tell something */
  readonly telling: ReadonlySet<string>;
  /** in the name of a slot: it is a time of day */
  readonly clock: ReadonlySet<string>;
  /** point at something mentioned before: "that one" */
  readonly pointing: ReadonlySet<string>;
  /** ask for one more of the kind that was spoken of: "any others?" */
  readonly other: ReadonlySet<string>;
  /** the requesting words that may also begin the object of an override: "stop what you are doing" */
  readonly relating: ReadonlySet<string>;
  /** what the assistant itself does, as the object of a "stop": "stop asking", "stop everything" */
  readonly ownWork: ReadonlySet<string>;
  /** speak of ending one's own life, or of harming oneself on purpose */
  readonly selfHarm: readonly string[];
  /** in one's own person: "my", "myself" */
  readonly selves: ReadonlySet<string>;
  /** the default of the tenant's sentence for these */
  readonly selfHarmSentence: string;
  /** may come before any override phrase: "oh, actually" */
  readonly interjecting: readonly string[];
  /** may come before an override phrase that ends something: "can you stop" */
  readonly prefacing: readonly string[];
  /** an override made of these steers towards something else; any other one ends the current topic */
  readonly steering: ReadonlySet<string>;
  /** steer when they are at the very end: "the blue one instead" */
  readonly steeringAtEnd: ReadonlySet<string>;
  /** join the topic to end and the new wish: "stop and …" */
  readonly joining: ReadonlySet<string>;
  readonly numbers: ReadonlyMap<string, number>;
  readonly ordinals: ReadonlyMap<string, number>;
  /** endings that are taken off before words are compared, at most one of each group, group after group */
  readonly endings: readonly (readonly string[])[];
  /** whether a word's last consonant may be doubled before an ending, as in "cancelled": it counts once then */
  readonly doublesBeforeEnding: boolean;
  /** words for one and the same deed, the one they are compared by first: "book", "reserve" */
  readonly alike: readonly (readonly string[])[];
}

export const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u).filter((word) => word !== ''));
/** Phrases parted by commas. */
export const phrases = (text: string): readonly string[] =>
  text
    .split(',')
    .map((phrase) => phrase.replace(/\s+/gu, ' ').trim())
    .filter((phrase) => phrase !== '');
/** Words that count from one on; a slash parts two words for the same. */
export const counted = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text.split(' ').flatMap((spellings, index) => spellings.split('/').map((word) => [word, index + 1] as const)),
  );
/** `u:you, plz:please` */
export const spellings = (text: string): ReadonlyMap<string, string> =>
  new Map(phrases(text).map((pair) => pair.split(':') as [string, string]));
