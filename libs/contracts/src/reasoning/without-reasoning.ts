import { retryable } from '../errors';
import { LONGEST_MARK, firstMark, strayClosing, unfinishedMark } from './reasoning-marks';

/**
 * CX-09: removes the reasoning that stands between marks from a text that comes in pieces, wherever it is cut. A
 * closing mark without its opening one means that the text before it was reasoning: a retryable `reasoning_leaked`.
 */
export class WithoutReasoning {
  private held = '';
  private isBeginning = true;
  private closing: RegExp | null = null;

  /** Returns the text that is certainly no reasoning so far. */
  add(piece: string): string {
    this.held += piece;
    let said = '';
    for (;;) {
      if (this.closing !== null && !this.isClosed(this.closing)) return said;
      const mark = firstMark(this.held, this.isBeginning);
      const stray = strayClosing(this.held);
      if (stray >= 0 && stray < (mark?.index ?? Infinity))
        throw retryable('reasoning_leaked', 'the provider does not mark where its reasoning begins; ask another one');
      if (mark === null) return said + this.release();
      said += this.held.slice(0, mark.index);
      this.take(mark.index + mark.length);
      this.closing = mark.closing;
    }
  }

  /** Returns the rest at the end, without reasoning that was never closed. */
  end(): string {
    const rest = this.closing === null ? this.held : '';
    this.held = '';
    return rest;
  }

  /** Whether the reasoning ends in what is held, which is dropped as far as it is reasoning. */
  private isClosed(closing: RegExp): boolean {
    const closed = closing.exec(this.held);
    if (!closed) {
      this.held = this.held.slice(-LONGEST_MARK);
      return false;
    }
    this.take(closed.index + closed[0].length);
    this.closing = null;
    return true;
  }

  /** Releases everything but the possible beginning of a mark. */
  private release(): string {
    return this.take(unfinishedMark(this.held, this.isBeginning));
  }

  private take(length: number): string {
    const taken = this.held.slice(0, length);
    if (length > 0) this.isBeginning = false;
    this.held = this.held.slice(length);
    return taken;
  }
}

/** The same of a whole text. Throws a retryable `reasoning_leaked`. */
export function withoutReasoning(text: string): string {
  const reader = new WithoutReasoning();
  return reader.add(text) + reader.end();
}
