import type { Tagged } from '@arbiter/contracts';
import type { ShownResult } from './result-values';

/** A reply to be put into words. */
export interface ReplyPrompt {
  readonly purpose: string;
  /** CL-04: the sentence the text must end with, in its language */
  readonly closing: string | null;
  /** what is to be said: the tenant's sentence, its values in place as the person's language writes them */
  readonly sentence: string;
  readonly locale: string;
  /** what may be offered after it, its values in place */
  readonly next?: string | null;
  /** what of the sentences a schema says is personal */
  readonly tagged?: readonly Tagged[];
  /** what the tenant declares that prose may speak of beside the sentence (CX-02) */
  readonly results?: readonly ShownResult[];
  /** how the tenant sounds */
  readonly tone?: string | null;
}
