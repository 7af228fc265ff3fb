/**
 * The closed classes of a language: the words that carry its grammar, of which there are few and which do not grow.
 * What is not in one of them is a word of content, and what it means a tenant's examples have to say.
 */
export interface Grammar {
  /** spellings of chats for words of these classes: "u" for "you" */
  readonly spellings: ReadonlyMap<string, string>;
  /** may stand before what a clause says, and say nothing of it: "please", "then", "hey" */
  readonly opening: ReadonlySet<string>;
  /** say politely, or soon, what is asked for: "please", "now" */
  readonly polite: readonly string[];
  /** put politely what is asked of the one addressed: "can you" */
  readonly addressing: readonly string[];
  /** begin what the person wants: "I would like to" */
  readonly wanting: readonly string[];
  /**
   * begin a telling of what shall be done, where only a wish would do in another language: "kannst du" is in
   * `addressing`
   */
  readonly firstPerson: ReadonlySet<string>;
  /** other subjects: what follows tells of them */
  readonly subjects: ReadonlySet<string>;
  /** stand before a noun and name a known thing: "the", "my" */
  readonly determiners: ReadonlySet<string>;
  /** stand before a noun and name no known thing: "a" */
  readonly indefinite: ReadonlySet<string>;
  /** finite helping verbs: a clause that begins with one asks, one that has one tells */
  readonly auxiliaries: ReadonlySet<string>;
  readonly modals: ReadonlySet<string>;
  /** of the modals, those that ask leave: "can I" */
  readonly leave: ReadonlySet<string>;
  /** begin a question that asks for more than yes or no */
  readonly questioning: ReadonlySet<string>;
  /** begin a clause of their own */
  readonly subordinating: ReadonlySet<string>;
  /** join two clauses when one follows */
  readonly coordinating: ReadonlySet<string>;
  /** ask for one more of the same: "and", "as well" */
  readonly adding: ReadonlySet<string>;
  readonly negating: ReadonlySet<string>;
  /** the same in several words: "instead of", "under no circumstances" */
  readonly negatingPhrases: readonly string[];
  /** what follows holds only if something else does, or once it does */
  readonly conditional: ReadonlySet<string>;
  /** the same in several words: "as soon as" */
  readonly conditionalPhrases: readonly string[];
  /** supposes what is not: "would have", "suppose" */
  readonly hypothetical: readonly string[];
  readonly hedging: readonly string[];
  /** a verb of saying: what follows is reported */
  readonly reporting: ReadonlySet<string>;
  /** verbs of wanting and meaning: to negate one takes back what was wanted */
  readonly willing: ReadonlySet<string>;
  readonly past: readonly string[];
  readonly future: readonly string[];
  readonly partial: readonly string[];
  readonly excluding: readonly string[];
  /** offers a choice between two: "or" */
  readonly alternative: ReadonlySet<string>;
  /** shows that something is not meant: "just kidding" */
  readonly joking: readonly string[];
  /** verbs so general that only their object says what is wanted: "make", "process" */
  readonly light: ReadonlySet<string>;
  /** determiners, prepositions and pronouns that may stand anywhere in what is asked for */
  readonly filling: ReadonlySet<string>;
  /** form of a verb that tells of what is or was: "refunded" */
  readonly participle: RegExp;
  /** where a request may end in its verb ("die Bestellung stornieren"): the form of such a verb */
  readonly infinitive: RegExp | null;
  /** "thanks for": what follows is told of */
  readonly thanking: readonly string[];
  /** ends a letter: what follows is a name */
  readonly closing: readonly string[];
  /** stand for what was just said: after a request they speak of the request */
  readonly demonstrative: ReadonlySet<string>;
  /** say how long, and not when: "7 days", "for two nights" */
  readonly lasting: ReadonlySet<string>;
  /** speak of the one addressed: "you", "your" */
  readonly addressee: ReadonlySet<string>;
  /** units and kinds that a number beside them counts or names, so that it names nothing else: "eur", "pin" */
  readonly measuring: ReadonlySet<string>;
  /** everything a consent in words may be made of */
  readonly consenting: readonly string[];
  /** may stand beside a consent and add nothing to it */
  readonly besideConsent: ReadonlySet<string>;
  /** names all that is open: "both" */
  readonly all: readonly string[];
}
