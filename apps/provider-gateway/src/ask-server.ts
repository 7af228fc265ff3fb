import { retryable, type AskMessage } from '@arbiter/contracts';
import { askFailure, askFailureOf, decodeAsk, encodeFailure } from '@arbiter/models';
import { forMilliseconds } from '@arbiter/resilience';
import { LRUCache } from 'lru-cache';
import type { Answers } from './answers';
import { FrameWriter } from './frame-writer';
import type { GatewayParts } from './gateway-parts';
import { Generation } from './generation';

export interface AskServerOptions {
  /** answers in the making at once */
  readonly generationLimit?: number;
  /** an asker not heard for so long has gone */
  readonly silenceMilliseconds?: number;
  /** how long a shutdown waits for answers in the making */
  readonly graceMilliseconds?: number;
}

const REMEMBERED_MILLISECONDS = 60_000;
const REMEMBERED_ANSWERS = 1_000;
const REMEMBERED_CHARACTERS = 8_000_000;

/**
 * Takes asks and sees that each is answered.
 *
 * 1. An ask repeated while its answer is in the making joins it; within a minute after, it gets the same frames again.
 *    A failure is not remembered: a repeat tries anew. Asks of another customer are other asks, whatever their id.
 * 2. Above the limit an ask is refused at once as `overloaded`; nothing queues.
 * 3. Every ask that can be replied to gets a last frame.
 */
export class AskServer {
  private readonly options: Required<AskServerOptions>;
  private readonly writer: FrameWriter;
  private readonly running = new Map<string, { readonly generation: Generation; readonly ended: Promise<void> }>();
  private readonly answered = new LRUCache<string, readonly string[]>({
    max: REMEMBERED_ANSWERS,
    ...forMilliseconds(REMEMBERED_MILLISECONDS),
    maxSize: REMEMBERED_CHARACTERS,
    sizeCalculation: (frames) => frames.reduce((sum, frame) => sum + frame.length, 0),
  });

  constructor(
    private readonly parts: GatewayParts,
    private readonly answers: Answers,
    options: AskServerOptions = {},
  ) {
    this.writer = new FrameWriter(parts.connection);
    this.options = { generationLimit: 256, silenceMilliseconds: 4_000, graceMilliseconds: 5_000, ...options };
  }

  take(body: string, inbox: string, traceParent: string | null): void {
    try {
      this.serve(decodeAsk(body), inbox, traceParent);
    } catch (error) {
      const refusal = askFailureOf(error);
      this.parts.logger.warn({ code: refusal.code }, refusal.message);
      this.writer.write(inbox, encodeFailure('', 1, refusal));
    }
  }

  /** Lets running answers finish for a while, then tells their askers that they will not. */
  async close(): Promise<void> {
    const ended = Promise.all(Array.from(this.running.values(), (entry) => entry.ended));
    const abandon = setTimeout(() => this.abandonAll(), this.options.graceMilliseconds);
    await ended;
    clearTimeout(abandon);
    this.writer.flush();
  }

  private serve(message: AskMessage, inbox: string, traceParent: string | null): void {
    const key = JSON.stringify([message.tenant, message.customerId, message.purpose, message.askId]);
    const frames = this.answered.get(key);
    if (frames) return frames.forEach((frame) => this.writer.write(inbox, frame));
    const running = this.running.get(key);
    if (running) return running.generation.join(inbox);
    if (this.running.size >= this.options.generationLimit) {
      const refusal = askFailure(
        'overloaded',
        `${this.options.generationLimit} answers are in the making; ask again later or add a replica`,
      );
      return this.writer.write(inbox, encodeFailure(message.askId, 1, refusal));
    }
    const parts = { ...this.parts, writer: this.writer, answers: this.answers };
    const generation = new Generation(message, traceParent, parts, this.options.silenceMilliseconds);
    generation.join(inbox);
    this.begin(key, generation);
  }

  private begin(key: string, generation: Generation): void {
    const ended = generation.run().then((isAnswered) => {
      this.running.delete(key);
      if (isAnswered) this.answered.set(key, generation.frames);
    });
    this.running.set(key, { generation, ended });
  }

  private abandonAll(): void {
    for (const { generation } of this.running.values()) {
      generation.abandon(retryable('provider_unavailable', 'this gateway is shutting down; ask again'));
    }
  }
}
