import { blend, type Scores } from './examples';
import type { LexicalHead } from './lexical-head';
import type { Embedding } from './embedding';
import type { SemanticHead } from './semantic-head';

/** How much the words count beside the meaning. */
const LEXICAL_SHARE = 0.4;

/** Likeness by meaning and by words as one. */
export class BlendedHead {
  readonly cohesion: Scores;

  constructor(
    lexical: LexicalHead,
    private readonly semantic: SemanticHead,
  ) {
    this.cohesion = blend(semantic.cohesion, lexical.cohesion(), LEXICAL_SHARE);
  }

  read(embedding: Embedding, byWords: Scores): Scores {
    return blend(this.semantic.read(embedding), byWords, LEXICAL_SHARE);
  }
}
