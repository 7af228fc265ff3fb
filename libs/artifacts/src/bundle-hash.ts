import { createHash } from 'node:crypto';
import { canonicalJson, type ArtifactBundle } from '@arbiter/contracts';

/**
 * The name of a bundle: SHA-256 of its canonical JSON (RFC 8785), in hex. Equal content has equal names, whatever its
 * layout.
 */
export function bundleHash(bundle: ArtifactBundle): string {
  return createHash('sha256').update(canonicalJson(bundle)).digest('hex');
}
