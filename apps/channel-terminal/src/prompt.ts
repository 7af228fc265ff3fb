import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { required, type ChannelHost, type Deliver, type ProviderListener, type ServeOptions } from '@arbiter/channels';
import type { OutboundMessage } from '@arbiter/contracts';
import type { Line } from './channel';

const PATIENCE_MILLISECONDS = 120_000;
const PROMPT = 'you › ';

export interface Streams {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/**
 * A conversation over two streams. At a terminal replies are shown as they come and Ctrl-D or `exit` ends it. Lines
 * from a file or a pipe are taken one after the other, each when the one before was answered.
 */
export class Prompt {
  /** how many lines were not taken or not answered in two minutes; resolves when the input has ended */
  readonly ended: Promise<number>;
  private end!: (failed: number) => void;
  private answered: ((message: OutboundMessage) => void) | null = null;
  private readonly closing = new AbortController();

  constructor(private readonly streams: Streams) {
    this.ended = new Promise((resolve) => (this.end = resolve));
  }

  /**
   * `ARBITER_TERMINAL_USER` is the customer, `ARBITER_TERMINAL_SESSION` the conversation to continue; without it a new
   * one begins.
   */
  options(environment: NodeJS.ProcessEnv): ServeOptions<Line, string> {
    const userId = required(environment, 'ARBITER_TERMINAL_USER', 'the customer who sits at the terminal, as C-0001');
    const sessionId = environment['ARBITER_TERMINAL_SESSION'] || `terminal-${randomUUID()}`;
    return {
      // Log lines would appear between the messages.
      environment: { ...environment, ARBITER_LOG_LEVEL: environment['ARBITER_LOG_LEVEL'] || 'silent' },
      deliver: this.show(sessionId),
      receive: (host) => this.open(host, (text) => ({ sessionId, userId, messageId: randomUUID(), text })),
    };
  }

  /** Messages for another conversation are dropped: that person has left. */
  private show(sessionId: string): Deliver<string> {
    return async (block, { message, idempotencyKey }) => {
      if (message.sessionId !== sessionId) return null;
      this.streams.output.write(this.streams.input.isTTY ? `\r${block}${PROMPT}` : block);
      this.answered?.(message);
      return idempotencyKey;
    };
  }

  private async open(host: ChannelHost<Line>, lineOf: (text: string) => Line): Promise<ProviderListener> {
    const reading = this.read(host, lineOf);
    reading.then(this.end, () => this.end(1));
    return { close: async () => this.closing.abort() };
  }

  private async read(host: ChannelHost<Line>, lineOf: (text: string) => Line): Promise<number> {
    const { input, output } = this.streams;
    let failed = 0;
    const lines = createInterface({ input, signal: this.closing.signal });
    if (input.isTTY) output.write(PROMPT);
    for await (const typed of lines) {
      const text = typed.trim();
      if (input.isTTY && (text === 'exit' || text === 'quit')) break;
      if (text === '') continue;
      if (!input.isTTY) output.write(`${PROMPT}${text}\n`);
      if (!(await this.say(host, lineOf(text)))) failed += 1;
    }
    lines.close();
    return failed;
  }

  /** At a terminal true when the line was taken; otherwise when its run ended or waits for a yes. */
  private async say(host: ChannelHost<Line>, line: Line): Promise<boolean> {
    const { promise: answered, resolve } = Promise.withResolvers<boolean>();
    this.answered = ({ kind, inReplyTo }) => {
      if (inReplyTo === line.messageId && (kind === 'reply' || kind === 'proposal')) resolve(true);
    };
    try {
      await host.accept(line);
      return this.streams.input.isTTY === true || (await Promise.race([answered, this.lostPatience()]));
    } catch (error) {
      this.streams.output.write(`arbiter › ${error instanceof Error ? error.message : String(error)}\n`);
      return false;
    }
  }

  private async lostPatience(): Promise<never> {
    await delay(PATIENCE_MILLISECONDS, undefined, { signal: this.closing.signal, ref: false });
    throw new Error(`there was no answer in ${PATIENCE_MILLISECONDS / 1_000} seconds`);
  }
}
