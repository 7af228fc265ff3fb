import type { ArtifactBundle, Values } from '@arbiter/contracts';
import { checkedProse } from './checked-prose';
import { withoutTexts } from './reply-ground';

/** The facts that a text may state, and its greatest length. */
export interface TextGround {
  /** the tenant's own sentence, its values in place */
  readonly copy: string;
  /** the facts that it may name */
  readonly values: Values;
  /** characters */
  readonly most: number;
  /** ISO 8601: when it was written */
  readonly now: string;
}

/**
 * PR-05: a model's text as it may be sent to a person outside: all of it, or none (null). A letter is never half a
 * model's; it is one line where the tenant's own sentence is.
 */
export function foundedText(
  text: string,
  { copy, values, most, now }: TextGround,
  bundle: ArtifactBundle,
): string | null {
  const ground = { copy: [copy], results: [withoutTexts(values)], evidence: [], speech: bundle.copy, now };
  const { said, refused, hasModelWords } = checkedProse(text, ground, copy);
  const checked = said.trim();
  const isWhole = hasModelWords && Object.keys(refused).length === 0;
  const fits = checked.length <= most && (copy.includes('\n') || !checked.includes('\n'));
  return isWhole && fits ? checked : null;
}
