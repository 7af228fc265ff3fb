import type { RefusedClaims } from '@arbiter/contracts';
import { checkSegment, statementsIn } from './check-segment';
import { ownSentences, plainSentence } from './facts';
import type { Ground } from './ground';
import { SegmentCutter, sentencesIn, type Segment } from './segments';
import type { RefusedClaim } from './claim-verdict';

/** A reply is not a document. */
const MOST_CHARACTERS = 8_000;

/**
 * Words of a model on their way to a person (PR-05, EX-12).
 *
 * P1. No part of a segment is shown before the segment is whole and checked.
 * P2. The first unfounded segment is replaced by the platform's own sentences, as far as the model has not said what
 *     they say; any other is left out.
 * P3. The platform's own sentences are shown once.
 * P4. The result depends on the text alone, not on how it was cut; and it is bounded, however much text comes.
 */
export class CheckedProse {
  /** the text shown so far */
  said = '';
  /** how many segments were refused, by kind of claim */
  readonly refused: Partial<Record<RefusedClaim, number>> = {};
  /** whether any words of the model itself were shown */
  hasModelWords = false;
  private readonly cutter = new SegmentCutter();
  private readonly own: ReadonlySet<string>;
  private readonly ownSaid = new Set<string>();
  /** what the model's own words have stated so far */
  private readonly stated = new Set<string>();
  private about: readonly string[] = [];
  private taken = 0;

  constructor(
    private readonly ground: Ground,
    /** the replacement of a refused segment */
    private readonly copy: string,
  ) {
    this.own = ownSentences(ground);
  }

  /** Returns the text that may be shown now. */
  add(piece: string): string {
    const left = piece.slice(0, MOST_CHARACTERS - this.taken);
    this.taken += left.length;
    return this.checked(this.cutter.add(left));
  }

  /** Returns the rest at the end. */
  end(): string {
    return this.checked(this.cutter.end());
  }

  private checked(segments: readonly Segment[]): string {
    const before = this.said.length;
    for (const segment of segments) this.said += this.wordsFor(segment);
    return this.said.slice(before);
  }

  private wordsFor({ text, isTooLong }: Segment): string {
    const plain = plainSentence(text);
    if (plain === '' && !isTooLong) return this.said === '' ? '' : text;
    const verdict = isTooLong
      ? ({ isFounded: false, claim: 'too_long' } as const)
      : checkSegment(text, this.ground, this.about);
    if (!verdict.isFounded) {
      this.refused[verdict.claim] = (this.refused[verdict.claim] ?? 0) + 1;
      return this.ownWords(/\s+$/u.exec(text)?.[0] ?? '');
    }
    this.about = verdict.about;
    for (const statement of statementsIn(text, this.ground)) this.stated.add(statement);
    if (this.own.has(plain)) {
      if (this.ownSaid.has(plain)) return '';
      this.ownSaid.add(plain);
    }
    this.hasModelWords = true;
    return this.said === '' ? text.trimStart() : text;
  }

  /** Whether the model has stated all of it in words of its own. */
  private isStated(sentence: string): boolean {
    const statements = statementsIn(sentence, this.ground);
    return statements.length > 0 && statements.every((statement) => this.stated.has(statement));
  }

  /** P2, P3 */
  private ownWords(after: string): string {
    const rest = sentencesIn(this.copy).filter(
      (sentence) => !this.ownSaid.has(plainSentence(sentence)) && !this.isStated(sentence),
    );
    for (const sentence of rest) this.ownSaid.add(plainSentence(sentence));
    const words = rest.join('').trimEnd();
    return words === ''
      ? ''
      : `${this.said === '' || /\s$/u.test(this.said) ? '' : ' '}${words}${after === '' ? '' : after}`;
  }
}

/** A whole text as it may be shown; `CheckedProse` gives the same piece by piece. */
export function checkedProse(text: string, ground: Ground, copy: string): CheckedProse {
  const prose = new CheckedProse(ground, copy);
  prose.add(text);
  prose.end();
  return prose;
}

/** Why words of a model were left out, and how many sentences each time (PR-05). */
export const refusedClaims = ({ refused }: Pick<CheckedProse, 'refused'>): RefusedClaims =>
  Object.entries(refused).map(([claim, sentences]) => ({ claim, sentences }));
