import { terminal } from '@arbiter/contracts';
import type { ModelPart, Prompt } from '../provider';
import type { TextReader } from '../text-reader';

/** The purpose's own way to answer without a language model. */
export function answeredBy(
  reader: TextReader,
  { embedded, purpose }: Prompt,
  signal: AbortSignal,
): AsyncIterable<ModelPart> {
  if (embedded === null)
    throw terminal(
      'no_provider',
      `the embedded provider has no answer for "${purpose}"; name another one in models.yaml`,
      purpose,
    );
  return embedded(reader, signal);
}
