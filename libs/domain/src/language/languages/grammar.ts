/**
 * The closed classes of a language: the few words that carry its grammar and do not grow in number. Any other word is a
 * content word, whose meaning a tenant's examples have to give.
 */
export interface Grammar {
  /** spellings of chats for words of these classes: "u" for "you" */
  readonly spellings: ReadonlyMap<string, string>;
  /** may come before a clause's content and belong to none of it: "please", "then", "hey" */
  readonly opening: ReadonlySet<string>;
  /** ask politely, or for something soon: "please", "now" */
  readonly polite: readonly string[];
  /** ask the other person politely: "can you" */
  readonly addressing: readonly string[];
  /** begin a wish: "I would like to" */
  readonly wanting: readonly string[];
  /** begin an instruction where another language needs a wish: "kannst du" is in `addressing` */
  readonly firstPerson: ReadonlySet<string>;
  /** other subjects: the clause is about them */
  readonly subjects: ReadonlySet<string>;
  /** come before a noun and name a known thing: "the", "my" */
  readonly determiners: ReadonlySet<string>;
  /** come before a noun and name no known thing: "a" */
  readonly indefinite: ReadonlySet<string>;
  /** finite helping verbs: a clause that begins with one asks, one that has one reports */
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
  /** make their clause depend on something else, or on a later time */
  readonly conditional: ReadonlySet<string>;
  /** the same in several words: "as soon as" */
  readonly conditionalPhrases: readonly string[];
  /** suppose something untrue: "would have", "suppose" */
  readonly hypothetical: readonly string[];
  readonly hedging: readonly string[];
  /** verbs of saying: the words after them are reported */
  readonly reporting: ReadonlySet<string>;
  /** verbs of wanting and meaning: a negated one takes a wish back */
  readonly willing: ReadonlySet<string>;
  readonly past: readonly string[];
  readonly future: readonly string[];
  readonly partial: readonly string[];
  readonly excluding: readonly string[];
  /** offers a choice between two: "or" */
  readonly alternative: ReadonlySet<string>;
  /** shows that something is not meant: "just kidding" */
  readonly joking: readonly string[];
  /** verbs so general that only their object shows the wish: "make", "process" */
  readonly light: ReadonlySet<string>;
  /** verbs by which one gives something to another: who does it is read */
  readonly giving: ReadonlySet<string>;
  /** determiners, prepositions and pronouns that may occur anywhere in a request */
  readonly filling: ReadonlySet<string>;
  /** form of a verb that reports a state or the past: "refunded" */
  readonly participle: RegExp;
  /** where a request may end in its verb ("die Bestellung stornieren"): the form of such a verb */
  readonly infinitive: RegExp | null;
  /** "thanks for": the clause after them is reported */
  readonly thanking: readonly string[];
  /** end a letter: a name follows */
  readonly closing: readonly string[];
  /** refer to the words just said: after a request they refer to the request */
  readonly demonstrative: ReadonlySet<string>;
  /** say how long, and not when: "7 days", "for two nights" */
  readonly lasting: ReadonlySet<string>;
  /** speak of the one addressed: "you", "your" */
  readonly addressee: ReadonlySet<string>;
  /** units and kinds that a number beside them counts or names, so that it names nothing else: "eur", "pin" */
  readonly measuring: ReadonlySet<string>;
  /** of these, the names and signs of money: those of one currency together, parted by spaces */
  readonly currencies: readonly string[];
  /** say yes by themselves: "yes", "agreed" */
  readonly consenting: readonly string[];
  /** tell the other one to go on: "do it", "go ahead" */
  readonly instructing: readonly string[];
  /** agree, or only show that something was heard: "ok" */
  readonly nodding: readonly string[];
  /** may accompany a consent and add nothing to it */
  readonly besideConsent: ReadonlySet<string>;
  /** the same for a nod: what is courteous makes an acknowledgement of it */
  readonly besideNod: ReadonlySet<string>;
  /** the words of a clause that judges what was proposed: "that sounds good to me" */
  readonly judging: Judging;
  /** take back a deed: they name no deed alone, but only with its object: "undo" */
  readonly reversing: ReadonlySet<string>;
  /** names all that is open: "both" */
  readonly all: readonly string[];
}

/** The classes of which a consent in words is made. */
export type Consenting = Pick<
  Grammar,
  'consenting' | 'instructing' | 'nodding' | 'besideConsent' | 'besideNod' | 'judging' | 'reversing'
>;

/** What a clause is made of that judges a proposal: its subject, its verb, a word of praise, and for whom. */
export interface Judging {
  readonly subjects: ReadonlySet<string>;
  /** subjects that may as well wave it away: "it's fine" */
  readonly looseSubjects: ReadonlySet<string>;
  readonly copulas: ReadonlySet<string>;
  /** speak of what would be: who says "that would be great" takes it */
  readonly prospective: ReadonlySet<string>;
  /** verbs of impression: "sounds" */
  readonly sensing: ReadonlySet<string>;
  /** verbs that say by themselves that it is right: "works" */
  readonly suiting: ReadonlySet<string>;
  /** say that it is true: "right" */
  readonly confirming: ReadonlySet<string>;
  readonly praising: ReadonlySet<string>;
  readonly degrees: ReadonlySet<string>;
  /** "for me" */
  readonly parties: readonly string[];
}
