import type { Appended, WrittenEvent } from './append';
import type { AppendPart } from './append-part';
import type { WriterOfAll } from './joint-writer';

/** An append whose facts are gone on from before they are in the log. */
export interface UnderWay {
  /** The streams that it has taken; none when it failed. Never rejects. */
  readonly accepted: Promise<ReadonlySet<string>>;
  /** Nothing joins any more. What led to its facts is in the log, where it is no part of the same append. */
  readonly isSent: boolean;
  /**
   * Has a part written with it, all or nothing. Rejects when nothing of both was written so; null when it has been
   * sent.
   */
  join(part: AppendPart): Promise<Appended> | null;
}

/** Told of an append, at once. */
export interface JointListener {
  joined(part: AppendPart): void;
  /** what of it is in the log, before anybody goes on from there */
  written(travelling: readonly WrittenEvent[]): void;
}

interface Joined {
  readonly part: AppendPart;
  readonly written: PromiseWithResolvers<Appended>;
}

/**
 * An append, and what other services of the process decide upon its facts before it is sent: written in one statement,
 * so that no fact stands without the one that it was decided upon.
 *
 * 1. Parts stand or fall together. When they fall the part that began is written by itself, and who joined is told: it
 *    may append its own once that is in the log.
 * 2. Nothing joins once it has been sent, nor with a stream that it holds already.
 * 3. Who joined is told of what was written when the part that began has been told of (`tell`): what came of a fact is
 *    told after it.
 */
export class JointAppend implements UnderWay {
  private readonly joined: Joined[] = [];
  private readonly outcome = Promise.withResolvers<ReadonlySet<string>>();
  private readonly streams: Set<string>;
  private sent = false;
  /** of who joined, once all is written */
  private outcomes: readonly Appended[] = [];

  constructor(
    private readonly own: AppendPart,
    private readonly writer: WriterOfAll | null,
    private readonly listener: JointListener,
  ) {
    this.streams = new Set(own.appends.map(({ stream }) => stream));
  }

  get accepted(): Promise<ReadonlySet<string>> {
    return this.outcome.promise;
  }

  get isSent(): boolean {
    return this.sent;
  }

  get parts(): number {
    return 1 + this.joined.length;
  }

  /** 2. */
  join(part: AppendPart): Promise<Appended> | null {
    if (this.sent || !this.writer || part.appends.some(({ stream }) => this.streams.has(stream))) return null;
    for (const { stream } of part.appends) this.streams.add(stream);
    const written = Promise.withResolvers<Appended>();
    this.joined.push({ part, written });
    this.listener.joined(part);
    return written.promise;
  }

  /**
   * Returns what became of the part that began. Has been sent when this returns. Throws what Postgres throws of that
   * part.
   */
  async write(): Promise<Appended> {
    this.sent = true;
    try {
      return (this.joined.length > 0 ? await this.writeAll() : null) ?? (await this.writeAlone());
    } catch (error) {
      this.outcome.resolve(NOTHING);
      throw error;
    }
  }

  private async writeAlone(): Promise<Appended> {
    const own = await this.own.write();
    this.listener.written(own.travelling);
    this.outcome.resolve(own.accepted);
    return own;
  }

  /** 1. Null when nothing was written. */
  private async writeAll(): Promise<Appended | null> {
    const parts = [this.own, ...this.joined.map(({ part }) => part)];
    const accepted = await this.writer!.write(parts).catch((error: unknown) => {
      for (const { written } of this.joined) written.reject(error);
      return null;
    });
    if (!accepted) return null;
    const [own, ...others] = parts.map((part) => part.taken(accepted));
    this.listener.written([own!, ...others].flatMap(({ travelling }) => travelling));
    this.outcome.resolve(accepted);
    this.outcomes = others;
    return own!;
  }

  /** 3. */
  tell(): void {
    this.outcomes.forEach((outcome, index) => this.joined[index]!.written.resolve(outcome));
  }
}

const NOTHING: ReadonlySet<string> = new Set();
