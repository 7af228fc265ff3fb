import type { Verdict } from './local/calibrated-intent';
import type { IntentPrompt } from './purposes/intent-prompt';

/** An embedded provider's skill for every purpose: it knows which intent a text is like. */
export interface TextReader {
  judge(normal: string, prompt: IntentPrompt, signal: AbortSignal): Verdict | Promise<Verdict>;
}
