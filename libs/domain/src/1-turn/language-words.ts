/**
 * The words of a language that carry its grammar and not a tenant's business. What a tenant's people say is in its
 * lexicon (copy.yaml); a language that is not listed here is read by that lexicon alone.
 */
export interface LanguageWords {
  /** say nothing about what is wanted */
  readonly neutral: ReadonlySet<string>;
  /** turn what follows into its opposite */
  readonly negating: ReadonlySet<string>;
  /** take back part of a yes */
  readonly hedging: ReadonlySet<string>;
  /** begin a question or a wish */
  readonly requesting: ReadonlySet<string>;
  /** of these, the ones that may also begin what an override speaks of: "stop what you are doing" */
  readonly relating: ReadonlySet<string>;
  /** may stand before any override phrase: "oh, actually" */
  readonly interjecting: readonly string[];
  /** may stand before an override phrase that ends something: "can you stop" */
  readonly prefacing: readonly string[];
  /** an override made of these steers towards something else; any other one ends what is going on */
  readonly steering: ReadonlySet<string>;
  /** steer when they stand at the very end: "the blue one instead" */
  readonly steeringAtEnd: ReadonlySet<string>;
  /** join what is to end and what is wanted: "stop and …" */
  readonly joining: ReadonlySet<string>;
  readonly numbers: ReadonlyMap<string, number>;
  readonly ordinals: ReadonlyMap<string, number>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u).filter((word) => word !== ''));
const counted = (text: string): ReadonlyMap<string, number> => new Map(text.split(' ').map((word, index) => [word, index + 1]));

const NONE: LanguageWords = {
  neutral: words(''), negating: words(''), hedging: words(''), requesting: words(''),
  relating: words(''), interjecting: [], prefacing: [], steering: words(''), steeringAtEnd: words(''), joining: words(''), numbers: new Map(), ordinals: new Map(),
};

const ENGLISH: LanguageWords = {
  neutral: words(`a an the this that these those it its it's that's i i'm im i'll me my mine we our us you your they them
    is are was were am be been being do does did have has had to of for on in at with by from as and or so well please just
    now yet then there here hey oh um uh hmm er ah sorry if think guess believe would should will make meant mean about one`),
  negating: words(`not no never don't dont doesn't doesnt didn't didnt won't wont can't cant cannot isn't isnt wasn't wasnt
    shouldn't shouldnt without nor neither`),
  hedging: words('but however only except unless though although maybe perhaps unsure depends if'),
  requesting: words(`what what's where where's when when's who who's why how how's which whose can could would will want need
    i'd show tell give find get check`),
  relating: words("what what's which who whose why how"),
  interjecting: ['no', 'oh', 'so', 'well', 'hey', 'hi', 'um', 'uh', 'hmm', 'and', 'but', 'then', 'please', 'just', 'ah',
    'sorry'],
  prefacing: ['can you', 'could you', 'would you', 'will you', 'can we', 'i want to', 'i want you to', 'i need to', 'i need you to',
    "i'd like to", "i'd like you to", 'i would like to', 'i would like you to', 'i said', 'i meant', "let's", 'lets', 'now', 'maybe'],
  steering: words('actually instead rather wait no oh hmm hold on sorry second thought thoughts'),
  steeringAtEnd: words('instead rather'),
  joining: words('and then but'),
  numbers: counted('one two three four five six seven eight nine ten eleven twelve'),
  ordinals: counted('first second third fourth fifth sixth seventh eighth ninth tenth'),
};

const LANGUAGES: Readonly<Record<string, LanguageWords>> = { en: ENGLISH };

/** By the language of a locale: `en-GB` reads as `en`. */
export const languageWords = (locale: string): LanguageWords => LANGUAGES[locale.toLowerCase().split(/[-_]/u)[0] ?? ''] ?? NONE;
