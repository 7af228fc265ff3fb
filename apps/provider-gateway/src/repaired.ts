import { ArbiterError } from '@arbiter/contracts';
import type { Draft } from '@arbiter/models';

/** CL-02: how often a model is told the errors of its answer, and asked again. */
export const MOST_REPAIRS = 2;

/**
 * A model's answer, once it is valid. The model is told which fields were wrong, never its own words again; the time of
 * the call bounds it all. Throws the last `invalid_proposal`, and any other error at once.
 */
export async function repaired<Answer>(
  draft: Draft,
  mostRepairs: number,
  answered: (draft: Draft) => Promise<Answer>,
): Promise<Answer> {
  let next = draft;
  for (let repairs = 0; ; repairs += 1) {
    try {
      return await answered(next);
    } catch (error) {
      if (!isRepairable(error) || repairs >= mostRepairs) throw error;
      next = { ...draft, fields: { ...draft.fields, repair: { from: 'platform', value: { wrong: error.message } } } };
    }
  }
}

const isRepairable = (error: unknown): error is ArbiterError =>
  error instanceof ArbiterError && error.code === 'invalid_proposal';
