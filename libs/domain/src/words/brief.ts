import { briefKeyOf, type ArtifactBundle, type Values } from '@arbiter/contracts';
import { copyIfThere } from './copy';

export const brief = (copy: string, values: Values, bundle: ArtifactBundle): string | null =>
  copyIfThere(bundle, briefKeyOf(copy), values);
