import type { Tagged } from '@arbiter/contracts';
import type { ShownResult } from './result-values';

/** A reply to be put into words. */
export interface ReplyPrompt {
  readonly purpose: string;
  /** CL-04: the sentence the text must end with, in its language */
  readonly closing: string | null;
  /** the content to say: the tenant's sentence, its values filled in as the person's language writes them */
  readonly sentence: string;
  readonly locale: string;
  /** the offer of a next step after it, its values filled in */
  readonly next?: string | null;
  /** the parts of the sentences that a schema marks as personal */
  readonly tagged?: readonly Tagged[];
  /** the results that the tenant lets prose mention beside the sentence (CX-02) */
  readonly results?: readonly ShownResult[];
  /** how the tenant sounds */
  readonly tone?: string | null;
}
