import type { Values } from '@arbiter/contracts';

/** What an agent step is to reach, and with what. */
export interface AgentTask {
  readonly goal: string;
  readonly values: Values;
  /** ISO 8601, UTC */
  readonly deadline: string;
}

/**
 * EX-10: carries out an agent step. Whatever it does inside, to the plan it is one step with one result, or a failure
 * thrown as an ArbiterError. Nothing implements it yet, and no plan has such a step.
 */
export interface AgentRunner {
  run(task: AgentTask, signal: AbortSignal): Promise<Values>;
}
