import { ArbiterError, retryable, terminal } from '@arbiter/contracts';
import { purposeOf, type Ask } from '@arbiter/models';
import type { Database } from '@arbiter/store';

/** Why the log does not let a call be made. */
type Refusal = 'plan_known' | 'not_asked_for';

const REASONS: Readonly<Record<Refusal, string>> = {
  plan_known: 'a plan stands under the key, and its runs are planned without a model; take the plan that stands there',
  not_asked_for: 'the log holds no open question of this run for it; record what is asked before it is asked',
};

/**
 * PL-13, PL-14: a model is asked for a plan only if the log has the question, whatever the caller claims.
 *
 * 1. A call is made only while the question that it names is open: recorded for its tenant and its run, not answered,
 *    not given up, not asked anew.
 * 2. Under a key with a plan, where every run on a hit has its own from, none is ever made.
 * 3. The open question is looked up for each call, right before it. A call whose question cannot be looked up is not
 *    made.
 */
export class Questions {
  constructor(private readonly database: Pick<Database, 'pool'>) {}

  /** Throws a terminal `plan_known` or `not_asked_for`, or a retryable `question_unreachable`. */
  async verify({
    tenant,
    purpose,
    question,
    runId,
  }: Pick<Ask, 'tenant' | 'purpose' | 'question' | 'runId'>): Promise<void> {
    if (purposeOf(purpose).needsQuestion !== true) return;
    const isNamed = question !== undefined && runId !== undefined;
    const refusal = isNamed ? await this.lookUp([tenant, question.stream, question.version, runId]) : 'not_asked_for';
    if (refusal !== null) throw terminal(refusal, REASONS[refusal], 'question');
  }

  private async lookUp(values: readonly [string, string, number, string]): Promise<Refusal | null> {
    try {
      const { rows } = await this.database.pool.query<{ refusal: Refusal | null }>({
        name: 'refusal-of-plan-call',
        text: 'select refusal_of_plan_call($1, $2, $3, $4) as refusal',
        values: [...values],
      });
      return rows[0]!.refusal;
    } catch (error) {
      throw retryable('question_unreachable', 'whether it is asked for cannot be told; ask again', 1_000, error);
    }
  }
}

/** No model may be asked: another provider would be refused as well. */
export const isUnasked = (error: unknown): boolean =>
  error instanceof ArbiterError && Object.hasOwn(REASONS, error.code);
