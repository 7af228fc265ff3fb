import { completionOf } from './completion';
import { embeddedPrompt } from './context';
import type { ModelProvider } from './provider';
import { intentTask, type IntentPrompt, type Understanding } from './purposes';

/** An embedded provider's reading of a text, asked as provider-gateway asks it. */
export async function understood(
  provider: ModelProvider,
  prompt: IntentPrompt,
  model: string,
  signal: AbortSignal,
): Promise<Understanding> {
  const task = intentTask(prompt);
  return task.answer(await completionOf(provider.generate(embeddedPrompt(task.draft), model, signal)));
}
