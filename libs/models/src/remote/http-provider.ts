import { terminal } from '@arbiter/contracts';
import type { ModelPart, ModelProvider, Prompt } from '../provider';
import { failureOfStatus } from '../provider-status';
import { brokenStream } from '../wire/wire-rule';
import { partsOfPlain, plainQuestion } from './plain-answer';
import { providerFailure } from './provider-failure';

const MAXIMUM_BYTES = 1_000_000;

/**
 * Any server that answers a POST of `{model, purpose, instructions, data, from, schema}` with `{text | object, finish?,
 * usage?}`.
 */
export class HttpProvider implements ModelProvider {
  constructor(
    readonly name: string,
    private readonly url: string,
    private readonly apiKey: string | undefined,
  ) {}

  async *generate(prompt: Prompt, model: string, signal: AbortSignal): AsyncGenerator<ModelPart> {
    signal.throwIfAborted();
    try {
      yield* partsOfPlain(await this.post(plainQuestion(prompt, model), signal));
    } catch (error) {
      throw providerFailure(error, signal);
    }
  }

  async close(): Promise<void> {}

  private async post(body: string, signal: AbortSignal): Promise<string> {
    const headers = {
      'content-type': 'application/json',
      ...(this.apiKey ? { authorization: `Bearer ${this.apiKey}` } : {}),
    };
    const response = await fetch(this.url, { method: 'POST', headers, body, signal, redirect: 'error' });
    if (!response.ok) {
      await response.body?.cancel();
      throw failureOfStatus(response.status, response.headers.get('retry-after') ?? undefined);
    }
    return textOf(response);
  }
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MAXIMUM_BYTES) throw terminal('reply_too_long', `an answer has at most ${MAXIMUM_BYTES} bytes`);
    try {
      text += decoder.decode(chunk, { stream: true });
    } catch {
      throw brokenStream('it is no UTF-8');
    }
  }
  return text;
}
