import type { IntentDefinition } from '@arbiter/contracts';
import { BlendedHead } from './blended-head';
import { examplesOf, type Example } from './examples';
import { LexicalHead } from './lexical-head';
import { SemanticHead, type Embedding } from './semantic-head';

const CHUNK = 16;

export type Embed = (texts: readonly string[], signal: AbortSignal) => Promise<readonly Embedding[]>;

/** What is known ahead of time about the intents of one bundle: how to read by words, and by words and meaning. */
export class Catalogue {
  readonly lexical: LexicalHead;
  private readonly examples: readonly Example[];
  private building: Promise<BlendedHead> | null = null;

  constructor(intents: readonly IntentDefinition[]) {
    this.examples = examplesOf(intents);
    this.lexical = new LexicalHead(this.examples);
  }

  /** Built once for all who ask; after a failure the next asker builds it anew. */
  blended(embed: Embed): Promise<BlendedHead> {
    this.building ??= this.build(embed).catch((error: unknown) => {
      this.building = null;
      throw error;
    });
    return this.building;
  }

  /** A chunk at a time, so that a person's text never waits behind a whole bundle. */
  private async build(embed: Embed): Promise<BlendedHead> {
    const embeddings: Embedding[] = [];
    for (let start = 0; start < this.examples.length; start += CHUNK) {
      const texts = this.examples.slice(start, start + CHUNK).map(({ normal }) => normal);
      embeddings.push(...(await embed(texts, NEVER)));
    }
    return new BlendedHead(this.lexical, new SemanticHead(this.examples, embeddings));
  }
}

/** The embedder itself bounds every batch, so the preparation needs no signal of its own. */
const NEVER = new AbortController().signal;

/** One catalogue a bundle, for as long as the bundle is in use. */
export class Catalogues {
  private readonly known = new WeakMap<readonly IntentDefinition[], Catalogue>();

  of(intents: readonly IntentDefinition[]): Catalogue {
    const found = this.known.get(intents) ?? new Catalogue(intents);
    this.known.set(intents, found);
    return found;
  }
}
