import type { Appended, WrittenEvent } from './append';
import type { AppendPart } from './append-part';
import type { WriterOfAll } from './joint-writer';

/** An append whose facts other services decide upon before they are in the log. */
export interface UnderWay {
  /** The streams that it has taken; none when it failed. Never rejects. */
  readonly accepted: Promise<ReadonlySet<string>>;
  /**
   * The append has been sent, and no part can join any more. A decision that follows from its facts is then a later
   * append.
   */
  readonly isSent: boolean;
  /**
   * Has a part written with it, all or nothing. Rejects when nothing of both was written so; null when it has been
   * sent.
   */
  join(part: AppendPart): Promise<Appended> | null;
}

/** Called at once when the append changes. */
export interface JointListener {
  joined(part: AppendPart): void;
  /** the travelling facts that are in the log, before any consumer goes on from there */
  written(travelling: readonly WrittenEvent[]): void;
}

interface Joined {
  readonly part: AppendPart;
  readonly written: PromiseWithResolvers<Appended>;
}

/**
 * An append together with the decisions of other services of the process upon its facts. All are written in one
 * statement, so that no fact is written without the fact that it was decided upon.
 *
 * 1. Parts stand or fall together. When they fall, the first part is written by itself and the parts that joined are
 *    rejected; each may append its own facts once the first part is in the log.
 * 2. Nothing joins once it has been sent, nor does a part with a stream that it holds already.
 * 3. A part that joined learns its outcome (`tell`) after the first part has: the result of a fact is reported after
 *    the fact.
 */
export class JointAppend implements UnderWay {
  private readonly joined: Joined[] = [];
  private readonly outcome = Promise.withResolvers<ReadonlySet<string>>();
  private readonly streams: Set<string>;
  private sent = false;
  /** of the parts that joined, once all are written */
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
   * Returns the outcome of the first part. It has been sent when this returns. Throws the errors of Postgres for that
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
