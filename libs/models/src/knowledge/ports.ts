import type { Evidence } from '@arbiter/contracts';

/** A document as it was read: its text under its headings. */
export interface ReadDocument {
  readonly title: string;
  readonly locale: string;
  readonly uri?: string;
  readonly sections: readonly Section[];
}

export interface Section {
  /** the headings above it, the outermost first */
  readonly headings: readonly string[];
  readonly paragraphs: readonly string[];
}

/** The unit of search and of quotation: a few sentences, and their section. */
export interface Passage {
  readonly section: string;
  readonly text: string;
}

/** A document as it is stored: named by its content, so that an unchanged one is not read in again. */
export interface KeptDocument {
  readonly document: string;
  readonly title: string;
  readonly locale: string;
  readonly uri?: string;
  readonly passages: readonly Passage[];
}

/** Cuts a document into passages. Pure: equal documents have equal passages. */
export interface Chunker {
  chunk(document: ReadDocument): readonly Passage[];
}

/** The text to search for, and the documents to search in. */
export interface KnowledgeQuery {
  readonly tenant: string;
  readonly text: string;
  /** language tag of the person who asks */
  readonly locale: string;
  /** hashes of the documents that may be seen */
  readonly documents: readonly string[];
}

/**
 * EX-08: finds passages, best first, only those that are relevant at all. Throws an ArbiterError when it cannot search.
 */
export interface Retriever {
  search(query: KnowledgeQuery, signal: AbortSignal): Promise<readonly Evidence[]>;
}

/** EX-08: chooses which of the found passages are handed on. Pure. */
export interface EvidencePacker {
  pack(found: readonly Evidence[]): readonly Evidence[];
}

/** Sentence embeddings of unit length, one a text. */
export type EmbedTexts = (texts: readonly string[], signal: AbortSignal) => Promise<readonly Float32Array[]>;
