import { spawn } from 'node:child_process';
import { retryable, terminal } from '@arbiter/contracts';
import type { ModelPart, ModelProvider, Prompt } from '../provider';
import { partsOfPlain, plainQuestion } from './plain-answer';
import { providerFailure } from './provider-failure';

const MAXIMUM_BYTES = 1_000_000;

export interface Program {
  /** the program and its arguments, never a shell's line */
  readonly command: readonly [string, ...string[]];
  /** the part of the environment that it gets */
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Any program of this machine that reads a line `{model, purpose, instructions, data, from, schema}` and writes a line
 * `{text | object, finish?, usage?}`. It is started for each call and killed when its answer is no longer awaited.
 */
export class ProcessProvider implements ModelProvider {
  constructor(
    readonly name: string,
    private readonly program: Program,
  ) {}

  async *generate(prompt: Prompt, model: string, signal: AbortSignal): AsyncGenerator<ModelPart> {
    signal.throwIfAborted();
    try {
      yield* partsOfPlain(await this.run(plainQuestion(prompt, model), signal));
    } catch (error) {
      throw providerFailure(error, signal);
    }
  }

  async close(): Promise<void> {}

  /** The first line of its output. Its standard error is ignored: it may quote a person. */
  private async run(line: string, signal: AbortSignal): Promise<string> {
    const {
      command: [file, ...parameters],
      environment,
    } = this.program;
    const child = spawn(file, parameters, {
      env: environment,
      stdio: ['pipe', 'pipe', 'ignore'],
      signal,
      killSignal: 'SIGKILL',
    });
    const failed = new Promise<never>((_resolve, reject) => {
      child.once('error', () => reject(retryable('provider_unreachable', 'the program of the provider cannot be run')));
    });
    failed.catch(() => undefined);
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${line}\n`);
    try {
      return await Promise.race([firstLine(child.stdout), failed]);
    } finally {
      child.kill('SIGKILL');
    }
  }
}

async function firstLine(output: NodeJS.ReadableStream): Promise<string> {
  output.setEncoding('utf8');
  let text = '';
  for await (const piece of output) {
    text += piece as string;
    if (text.includes('\n')) break;
    if (text.length > MAXIMUM_BYTES)
      throw terminal('reply_too_long', `an answer has at most ${MAXIMUM_BYTES} characters`);
  }
  return text.split('\n')[0]!;
}
