import type { Evidence } from '@arbiter/contracts';

/** The texts of the evidence, passage by passage; a passage is read together with its headings. */
export const evidenceTexts = (evidence: readonly Evidence[]): readonly string[] =>
  evidence.flatMap(({ title, section, text }) => [title, section, text].filter((part) => part !== ''));
