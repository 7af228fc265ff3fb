import { briefKeyOf, type ArtifactBundle, type Values } from '@arbiter/contracts';
import { renderCopy, sentenceOf } from './copy';

export const brief = (copy: string, values: Values, bundle: ArtifactBundle): string | null =>
  sentenceOf(bundle, briefKeyOf(copy)) === undefined ? null : renderCopy(bundle, briefKeyOf(copy), values);
