import type { ArtifactBundle, Values } from '@arbiter/contracts';
import { renderCopy, sentenceOf } from './copy';

/** The sentence that says the same as another in a word or two: `order_status` and `order_status_brief`. */
const briefKeyOf = (copy: string): string => `${copy}_brief`;

export const brief = (copy: string, values: Values, bundle: ArtifactBundle): string | null =>
  sentenceOf(bundle, briefKeyOf(copy)) === undefined ? null : renderCopy(bundle, briefKeyOf(copy), values);
