import { retryable, terminal, type ArbiterError, type BudgetsDefinition } from '@arbiter/contracts';
import type { Database } from '@arbiter/platform';
import type { CallContext } from './call-context';
import type { Amount } from './estimate';

interface Wanted extends Amount {
  readonly callId: string;
  readonly tenant: string;
  readonly budgets: readonly {
    readonly scope: Scope;
    /** left out for a day: Postgres says which it is */
    readonly key?: string;
    readonly tokens: number | null;
    readonly microdollars: number | null;
  }[];
}
type Scope = keyof BudgetsDefinition;

interface Waiting {
  readonly wanted: Wanted;
  readonly resolve: () => void;
  readonly reject: (error: ArbiterError) => void;
}

const AT_ONCE = 50;
const MICRODOLLARS = 1_000_000;

/**
 * Reserves in Postgres what a call may take, before it is made.
 *
 * 1. A call is made only once every budget of its tenant's day, its run and its step has room for all that it could take; all
 *    replicas reserve from the same rows, in one statement each.
 * 2. What wants to be reserved while a statement is under way goes together with the next: one round trip for many, and at most
 *    two for anybody.
 * 3. What cannot be reserved, as Postgres is away, is not called. What is reserved and never settled counts in full.
 * 4. Without a budget nothing is asked.
 */
export class Budgets {
  private waiting: Waiting[] = [];
  private isAsking = false;

  constructor(private readonly database: Pick<Database, 'pool'>) {}

  /** Returns whether something was reserved, which is settled with the call's record. Throws `budget_exceeded` or `budget_unreachable`. */
  async reserve({ ask, budgets }: CallContext, callId: string, amount: () => Amount): Promise<boolean> {
    if (budgets === undefined || Object.keys(budgets).length === 0) return false;
    const step = ask.stepId ?? ask.purpose;
    const keys: Readonly<Record<Scope, string | null | undefined>> = {
      day: undefined,
      run: ask.runId ?? null,
      step: ask.runId === undefined ? null : `${ask.runId}/${step}`,
    };
    const own = (Object.keys(keys) as Scope[]).flatMap((scope) => {
      const budget = budgets[scope];
      const key = keys[scope];
      if (budget === undefined || key === null) return [];
      const microdollars = budget.dollars === undefined ? null : Math.round(budget.dollars * MICRODOLLARS);
      return [{ scope, ...(key === undefined ? {} : { key }), tokens: budget.tokens ?? null, microdollars }];
    });
    if (own.length === 0) return false;
    await this.ask({ callId, tenant: ask.tenant, budgets: own, ...amount() });
    return true;
  }

  private ask(wanted: Wanted): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ wanted, resolve, reject });
      if (!this.isAsking) void this.askAll();
    });
  }

  private async askAll(): Promise<void> {
    this.isAsking = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, AT_ONCE);
      await this.reserveAll(batch).catch((error: unknown) => batch.forEach(({ reject }) => reject(unreachable(error))));
    }
    this.isAsking = false;
  }

  private async reserveAll(batch: readonly Waiting[]): Promise<void> {
    const { rows } = await this.database.pool.query<{ call_id: string; refused_by: Scope | null }>({
      name: 'reserve-model-calls',
      text: 'select call_id, refused_by from reserve_model_calls($1)',
      values: [JSON.stringify(batch.map(({ wanted }) => wanted))],
    });
    const refusals = new Map(rows.map((row) => [row.call_id, row.refused_by]));
    for (const { wanted, resolve, reject } of batch) {
      const refusedBy = refusals.get(wanted.callId);
      if (refusedBy === null) resolve();
      else reject(refusedBy === undefined ? unreachable(null) : exceeded(refusedBy));
    }
  }
}

const exceeded = (scope: Scope): ArbiterError =>
  terminal(
    'budget_exceeded',
    `what models may take for a ${scope} is used up, or too little is left of it; answer without a model`,
    `budgets.${scope}`,
  );
const unreachable = (cause: unknown): ArbiterError =>
  retryable('budget_unreachable', 'what is left of the budget cannot be told; answer without a model', 1_000, cause);
