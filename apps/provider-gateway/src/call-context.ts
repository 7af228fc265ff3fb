import type { BudgetsDefinition } from '@arbiter/contracts';
import type { Ask } from '@arbiter/models';
import type { PlaybookShare } from './playbook-share';

/** The properties of an ask that every call for it needs. */
export interface CallContext {
  readonly ask: Pick<
    Ask,
    | 'askId'
    | 'tenant'
    | 'purpose'
    | 'question'
    | 'runId'
    | 'stepId'
    | 'actionId'
    | 'class'
    | 'wish'
    | 'marksAttempts'
    | 'dollars'
  >;
  /** the kind of work (PV-02); null: unknown */
  readonly class: string | null;
  /** from 1: the number of the next attempt made for the ask */
  readonly nextAttempt: () => number;
  readonly budgets: BudgetsDefinition | undefined;
  /** the tenant's day, an ISO date; left out: the day in UTC by the clock of Postgres */
  readonly today?: string;
  /** left out where it is made for no playbook */
  readonly ofPlaybook?: PlaybookShare;
  /** milliseconds since the epoch */
  readonly deadline: number;
  /** so long for a provider to begin, where its own limits do not say */
  readonly firstTokenMilliseconds: number;
  /** whether no reader follows the answer as it comes */
  readonly inOnePiece: boolean;
  readonly inputCharacters: number;
  readonly traceParent: string | null;
  /** aborted when the answer is not waited for any more */
  readonly signal: AbortSignal;
}
