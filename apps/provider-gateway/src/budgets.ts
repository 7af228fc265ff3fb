import {
  ArbiterError,
  retryable,
  type BudgetsDefinition,
  type ModelBudget,
  type WaitedBudget,
} from '@arbiter/contracts';
import type { Database } from '@arbiter/store';
import type { CallContext } from './call-context';
import type { Amount } from './estimate';
import type { PlaybookShare } from './playbook-share';

interface Wanted extends Amount {
  readonly callId: string;
  readonly tenant: string;
  readonly budgets: readonly (Pick<Limit, 'scope' | 'key'> & {
    readonly tokens: number | null;
    readonly microdollars: number | null;
  })[];
}

/** One budget that a call counts for. */
interface Limit {
  readonly of: keyof BudgetsDefinition;
  /** with the key, names the row of what was used */
  readonly scope: string;
  /** left out where it is Postgres that determines the day */
  readonly key?: string;
  readonly budget: ModelBudget | undefined;
  /** PL-28: where it may have room again */
  readonly waited?: WaitedBudget;
}

interface Waiting {
  readonly wanted: Wanted;
  readonly resolve: (refusedBy: string | null) => void;
  readonly reject: (error: ArbiterError) => void;
}

const AT_ONCE = 50;
const MICRODOLLARS = 1_000_000;

/**
 * Reserves in Postgres the greatest cost of a call, before it is made.
 *
 * 1. A call is made only once every budget of its tenant's day, its run and its step, and of the day and the whole run
 *    of its playbook, has room for all that it could take; all replicas reserve from the same rows, in one statement
 *    each.
 * 2. Reservations that come while a statement is under way go together into the next: one round trip for many, and at
 *    most two for each.
 * 3. A call that cannot be reserved, because Postgres is away, is not made. A reservation that is never settled counts
 *    in full.
 * 4. Without a budget nothing is asked.
 */
export class Budgets {
  private waiting: Waiting[] = [];
  private isAsking = false;

  constructor(private readonly database: Pick<Database, 'pool'>) {}

  /**
   * Returns whether something was reserved, which is settled with the call's record. Throws `budget_exceeded` or
   * `budget_unreachable`.
   */
  async reserve(context: CallContext, callId: string, amount: () => Amount): Promise<boolean> {
    const limits = limitsOf(context);
    const budgets = limits.flatMap(({ scope, key, budget }) => {
      if (budget?.tokens === undefined && budget?.dollars === undefined) return [];
      const microdollars = budget.dollars === undefined ? null : Math.round(budget.dollars * MICRODOLLARS);
      return [{ scope, ...(key === undefined ? {} : { key }), tokens: budget.tokens ?? null, microdollars }];
    });
    if (budgets.length === 0) return false;
    const refusedBy = await this.ask({ callId, tenant: context.ask.tenant, budgets, ...amount() });
    if (refusedBy !== null) throw exceeded(limits.find(({ scope }) => scope === refusedBy)!);
    return true;
  }

  /** The scope of the budget that has no room; null when all have. */
  private ask(wanted: Wanted): Promise<string | null> {
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
    const { rows } = await this.database.pool.query<{ call_id: string; refused_by: string | null }>({
      name: 'reserve-model-calls',
      text: 'select call_id, refused_by from reserve_model_calls($1)',
      values: [JSON.stringify(batch.map(({ wanted }) => wanted))],
    });
    const refusals = new Map(rows.map((row) => [row.call_id, row.refused_by]));
    for (const { wanted, resolve, reject } of batch) {
      const refusedBy = refusals.get(wanted.callId);
      if (refusedBy === undefined) reject(unreachable(null));
      else resolve(refusedBy);
    }
  }
}

/** A limit that is left out is counted nowhere. */
function limitsOf({
  ask: { runId, stepId, purpose, dollars },
  budgets = {},
  ofPlaybook,
  today,
}: CallContext): readonly Limit[] {
  const day = today === undefined ? {} : { key: today };
  const ofDay: Limit = { of: 'day', scope: 'day', ...day, budget: budgets.day, waited: 'day' };
  const ofRun: readonly Limit[] = [
    { of: 'run', scope: 'run', key: runId ?? '', budget: budgets.run },
    { of: 'step', scope: 'step', key: `${runId}/${stepId ?? purpose}`, budget: withDollars(budgets.step, dollars) },
  ];
  return [ofDay, ...(runId === undefined ? [] : ofRun), ...(ofPlaybook ? limitsOfPlaybook(ofPlaybook, day) : [])];
}

/** The smaller of two limits holds. */
const withDollars = (budget: ModelBudget | undefined, dollars: number | undefined): ModelBudget | undefined =>
  dollars === undefined ? budget : { ...budget, dollars: Math.min(dollars, budget?.dollars ?? dollars) };

function limitsOfPlaybook({ playbook, budgets, runId }: PlaybookShare, day: Pick<Limit, 'key'>): readonly Limit[] {
  const ofDay: Limit = { of: 'day', scope: `day of ${playbook}`, ...day, budget: budgets.day, waited: 'day' };
  const ofRun: Limit = { of: 'run', scope: `run of ${playbook}`, key: runId ?? '', budget: budgets.run, waited: 'run' };
  return runId === null ? [ofDay] : [ofDay, ofRun];
}

const exceeded = ({ of, scope, waited }: Limit): ArbiterError =>
  new ArbiterError(
    'terminal',
    'budget_exceeded',
    `what models may take for a ${scope} is used up, or too little is left of it; answer without a model`,
    { field: `budgets.${of}`, ...(waited && { budget: waited }) },
  );
const unreachable = (cause: unknown): ArbiterError =>
  retryable('budget_unreachable', 'what is left of the budget cannot be told; answer without a model', 1_000, cause);
