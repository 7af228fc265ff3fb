import type { IntentDefinition } from '@arbiter/contracts';
import { BlendedHead } from './blended-head';
import type { EmbeddingStore } from './embedding-store';
import { NEVER } from './embedding-batch';
import { examplesOf, type Example } from './examples';
import { LexicalHead } from './lexical-head';
import type { Embedding } from './embedding';
import { SemanticHead } from './semantic-head';

const CHUNK = 16;

export type Embed = (texts: readonly string[], signal: AbortSignal) => Promise<readonly Embedding[]>;

/** The classifiers for the intents of one bundle, made ahead of time: one by words, one by words and meaning. */
export class Catalogue {
  readonly lexical: LexicalHead;
  private readonly examples: readonly Example[];
  private building: Promise<BlendedHead> | null = null;

  constructor(intents: readonly IntentDefinition[]) {
    this.examples = examplesOf(intents);
    this.lexical = new LexicalHead(this.examples);
  }

  /** Built once for all callers; after a failure the next caller builds it anew. */
  blended(embed: Embed, store: EmbeddingStore): Promise<BlendedHead> {
    this.building ??= this.build(embed, store).catch((error: unknown) => {
      this.building = null;
      throw error;
    });
    return this.building;
  }

  private async build(embed: Embed, store: EmbeddingStore): Promise<BlendedHead> {
    const texts = [...new Set(this.examples.map(({ normal }) => normal))];
    const kept = await store.read(texts);
    const made = await embeddingsOf(
      texts.filter((text) => !kept.has(text)),
      embed,
    );
    if (made.size > 0) await store.keep(made);
    const embeddings = this.examples.map(({ normal }) => (kept.get(normal) ?? made.get(normal))!);
    return new BlendedHead(this.lexical, new SemanticHead(this.examples, embeddings));
  }
}

/** A chunk at a time, so that a person's text never waits behind a whole bundle. */
async function embeddingsOf(texts: readonly string[], embed: Embed): Promise<ReadonlyMap<string, Embedding>> {
  const made = new Map<string, Embedding>();
  for (let start = 0; start < texts.length; start += CHUNK) {
    const chunk = texts.slice(start, start + CHUNK);
    const embeddings = await embed(chunk, NEVER);
    chunk.forEach((text, index) => made.set(text, embeddings[index]!));
  }
  return made;
}

/** One catalogue for each bundle, for as long as the bundle is in use. */
export class Catalogues {
  private readonly known = new WeakMap<readonly IntentDefinition[], Catalogue>();

  of(intents: readonly IntentDefinition[]): Catalogue {
    const found = this.known.get(intents) ?? new Catalogue(intents);
    this.known.set(intents, found);
    return found;
  }
}
