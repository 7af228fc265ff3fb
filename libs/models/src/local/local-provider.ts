import type { IntentDefinition } from '@arbiter/contracts';
import { untilAborted } from '@arbiter/resilience';
import type { ModelPart, ModelProvider, Prompt } from '../provider';
import type { IntentPrompt } from '../purposes/intent-prompt';
import type { TextReader } from '../text-reader';
import { answeredBy } from './answered-by';
import { Catalogues, type Embed } from './catalogue';
import { lexicalVerdict } from './lexical-provider';
import type { EmbeddingStore } from './embedding-store';
import { remembering } from './remembered-embeddings';
import { SentenceEmbedder } from './sentence-embedder';
import { certainVerdict, verdict, type Calibration, type Verdict } from './calibrated-intent';

/** To the embeddings, texts of another language are all alike. */
const EMBEDDED = /^en\b/i;
const CALIBRATION: Calibration = { offset: -2.1, score: 12.9, lead: 11.6, cohesion: 6 };

/**
 * The embedded provider: needs no network and no key, and is no language model. Intents come from sentence embeddings
 * compared with the tenant's examples, replies are the tenant's own sentences with values filled in.
 *
 * A text in the words of an example is settled without the embedding thread, and so is one read before. A text in
 * another language than English is read by its words alone.
 */
export class LocalProvider implements ModelProvider, TextReader {
  readonly name = 'local';
  private readonly catalogues = new Catalogues();
  readonly embed: Embed;

  /** The store is the owner's; without one, the examples are read anew at each start. */
  constructor(
    private readonly embedder = new SentenceEmbedder(),
    private readonly store: EmbeddingStore = NO_STORE,
  ) {
    this.embed = remembering((texts, signal) => this.embedder.embed(texts, signal));
  }

  /** Reads the examples and loads the model: after that the provider understands as well as it ever will. */
  async prepare(intents: readonly IntentDefinition[]): Promise<void> {
    await this.catalogues.of(intents).blended(this.embed, this.store);
    await this.embedder.start();
  }

  generate(prompt: Prompt, _model: string, signal: AbortSignal): AsyncIterable<ModelPart> {
    return answeredBy(this, prompt, signal);
  }

  async close(): Promise<void> {
    await this.embedder.close();
  }

  async judge(normal: string, prompt: IntentPrompt, signal: AbortSignal): Promise<Verdict> {
    const { intents, eligible, locale = 'en' } = prompt;
    const catalogue = this.catalogues.of(intents);
    if (!EMBEDDED.test(locale)) return lexicalVerdict(catalogue, normal, prompt);
    const { scores, certain } = catalogue.lexical.read(normal);
    if (certain !== null) return certainVerdict(certain, eligible);
    const head = await untilAborted(catalogue.blended(this.embed, this.store), signal);
    const [embedding] = await this.embed([normal], signal);
    return verdict(head.read(embedding!, scores), eligible, CALIBRATION, head.cohesion);
  }
}

const NO_STORE: EmbeddingStore = { read: async () => new Map(), keep: async () => undefined };
