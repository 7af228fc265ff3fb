import { retryable } from '@arbiter/contracts';

const OPENING = /<(think|thinking|reasoning)>/i;
const CLOSING = /<\/(?:think|thinking|reasoning)>/i;
const TAGS = ['<think>', '<thinking>', '<reasoning>', '</think>', '</thinking>', '</reasoning>'];
const LONGEST_TAG = 12;

/**
 * CX-09: removes the text between reasoning tags from a text that comes in pieces, wherever it is cut. A closing tag
 * without its opening one means that the text before it was reasoning: a retryable `reasoning_leaked`.
 */
export class WithoutReasoning {
  private held = '';
  private closing: RegExp | null = null;

  /** Returns the text that is certainly no reasoning so far. */
  add(piece: string): string {
    this.held += piece;
    let said = '';
    for (;;) {
      if (this.closing === null) {
        if (strayClosing(this.held))
          throw retryable('reasoning_leaked', 'the provider does not mark where its reasoning begins; ask another one');
        const opening = OPENING.exec(this.held);
        if (!opening) return said + this.release();
        said += this.held.slice(0, opening.index);
        this.held = this.held.slice(opening.index + opening[0].length);
        this.closing = new RegExp(`</${opening[1]!}>`, 'i');
      }
      const closed = this.closing.exec(this.held);
      if (!closed) {
        this.held = this.held.slice(-LONGEST_TAG);
        return said;
      }
      this.held = this.held.slice(closed.index + closed[0].length);
      this.closing = null;
    }
  }

  /** Returns the rest at the end, without reasoning that was never closed. */
  end(): string {
    const rest = this.closing === null ? this.held : '';
    this.held = '';
    return rest;
  }

  /** Releases everything but the possible beginning of a tag. */
  private release(): string {
    const at = this.held.lastIndexOf('<');
    const tail = at < 0 ? '' : this.held.slice(at).toLowerCase();
    const cut = tail !== '' && TAGS.some((tag) => tag.startsWith(tail)) ? at : this.held.length;
    const said = this.held.slice(0, cut);
    this.held = this.held.slice(cut);
    return said;
  }
}

function strayClosing(text: string): boolean {
  const closing = CLOSING.exec(text);
  const opening = OPENING.exec(text);
  return closing !== null && (opening === null || closing.index < opening.index);
}
