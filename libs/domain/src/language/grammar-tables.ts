import type { Language } from './languages';
import { memoise } from '../memoise';
import { phraseTable, type PhraseTable } from './phrases';

/** The closed classes of a language that hold more than single words, made ready for reading. */
export interface GrammarTables {
  readonly polite: PhraseTable;
  readonly addressing: PhraseTable;
  readonly wanting: PhraseTable;
  /** the list of a phrase is the mark it puts on its clause */
  readonly marking: PhraseTable;
  readonly thanking: PhraseTable;
  readonly closing: PhraseTable;
  /** the list of a phrase is `consenting` or `instructing` */
  readonly consenting: PhraseTable;
  readonly nodding: PhraseTable;
  readonly parties: PhraseTable;
  readonly all: PhraseTable;
  /** the list of a phrase is the class of support that it belongs to */
  readonly supporting: PhraseTable;
  readonly affirming: PhraseTable;
}

export const grammarTables = memoise(({ grammar, support }: Language): GrammarTables => ({
  polite: phraseTable({ polite: grammar.polite }),
  addressing: phraseTable({ addressing: grammar.addressing }),
  wanting: phraseTable({ wanting: grammar.wanting }),
  marking: phraseTable({
    negated: grammar.negatingPhrases,
    conditional: grammar.conditionalPhrases,
    excluded: grammar.excluding,
    hypothetical: grammar.hypothetical,
    hedged: grammar.hedging,
    partial: grammar.partial,
    joking: grammar.joking,
    past: grammar.past,
    future: grammar.future,
  }),
  thanking: phraseTable({ thanking: grammar.thanking }),
  closing: phraseTable({ closing: grammar.closing }),
  consenting: phraseTable({ consenting: grammar.consenting, instructing: grammar.instructing }),
  nodding: phraseTable({ nodding: grammar.nodding }),
  parties: phraseTable({ parties: grammar.judging.parties }),
  all: phraseTable({ all: grammar.all }),
  supporting: phraseTable({
    faults: support.faults,
    grievances: support.grievances,
    workings: support.workings,
    identifying: support.identifying,
  }),
  affirming: phraseTable({ affirming: support.affirming }),
}));
