import { terminal, type ArtifactBundle } from '@arbiter/contracts';
import {
  PostgresRetriever,
  embedKnowledge,
  evidencePacker,
  visibleDocuments,
  type Ask,
  type AskAnswer,
  type EmbedTexts,
  type EvidencePacker,
  type Retriever,
} from '@arbiter/models';
import type { Database } from '@arbiter/store';
import type { GatewayParts } from './gateway-parts';
import type { ProviderPool } from './provider-pool';

/** Bundles come and go; the latest few are known to have been seen to. */
const MOST_NOTICED = 256;

/**
 * The documents that the tenants' assistants may look up (EX-08). It returns the passages and their audience, and
 * nothing else: the asker records them.
 *
 * 1. The passages of a bundle are embedded once it is first heard of, in the background; one process does it, the
 *    others go on.
 * 2. close() stops that, and waits for it.
 */
export class Library {
  private readonly noticed = new Set<string>();
  private readonly stop = new AbortController();
  private work: Promise<void> = Promise.resolve();
  private readonly retriever: Retriever;

  constructor(
    private readonly database: Pick<Database, 'pool'>,
    private readonly logger: GatewayParts['logger'],
    private readonly embed: EmbedTexts,
    private readonly packer: EvidencePacker = evidencePacker,
  ) {
    this.retriever = new PostgresRetriever(database, embed, (error) =>
      logger.warn({ err: error }, 'the knowledge is searched by words alone'),
    );
  }

  /** The embedded model of the gateway, whatever else the tenants use. */
  static on({ database, logger }: Pick<GatewayParts, 'database' | 'logger'>, pool: ProviderPool): Library {
    return new Library(database, logger, (texts, signal) => {
      const { provider } = pool.entry('local');
      if (!provider.embed) throw terminal('no_embeddings', 'the embedded provider has no sentence embeddings');
      return provider.embed(texts, signal);
    });
  }

  async answer({ tenant, input }: Ask<'retrieval'>, bundle: ArtifactBundle, signal: AbortSignal): Promise<AskAnswer> {
    const { query: text, channel, locale } = input;
    const documents = visibleDocuments(bundle, { channel, locale });
    const found = await this.retriever.search({ tenant, text, locale, documents }, signal);
    return { kind: 'evidence', evidence: this.packer.pack(found), provider: 'knowledge', model: 'words-and-meaning-1' };
  }

  notice({ tenant, knowledge = [] }: ArtifactBundle): void {
    const name = `${tenant} ${knowledge.map(({ document }) => document).join(' ')}`;
    if (knowledge.length === 0 || this.noticed.has(name) || this.stop.signal.aborted) return;
    if (this.noticed.size >= MOST_NOTICED) this.noticed.clear();
    this.noticed.add(name);
    this.work = this.work
      .then(() => this.embedOf(tenant))
      .catch((error: unknown) => {
        this.noticed.delete(name);
        if (!this.stop.signal.aborted) this.logger.warn({ err: error, tenant }, 'the knowledge was not embedded');
      });
  }

  async close(): Promise<void> {
    this.stop.abort();
    await this.work;
  }

  private embedOf(tenant: string): Promise<void> {
    const report = (progress: object): void => this.logger.info(progress, 'knowledge embedded');
    return embedKnowledge(this.database, tenant, this.embed, report, this.stop.signal);
  }
}
