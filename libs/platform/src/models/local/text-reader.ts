import { terminal } from '@arbiter/contracts';
import type { ModelPart, Prompt } from '../provider';
import type { IntentPrompt } from '../purposes/intent';
import type { Verdict } from './verdict';

/** What an embedded provider brings to every purpose: it knows which intent a text is like. */
export interface TextReader {
  judge(normal: string, prompt: IntentPrompt, signal: AbortSignal): Verdict | Promise<Verdict>;
}

/** The purpose's own way to answer without a language model. */
export function answeredBy(reader: TextReader, { embedded, purpose }: Prompt, signal: AbortSignal): AsyncIterable<ModelPart> {
  if (embedded === null) throw terminal('no_provider', `the embedded provider has no answer for "${purpose}"; name another one in models.yaml`, purpose);
  return embedded(reader, signal);
}
