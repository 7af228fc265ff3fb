import type { Category } from '@arbiter/contracts';
import { actionDecider, agentDecider, planDecider, playbookDecider, runDecider, sessionDecider } from '@arbiter/domain';
import { domainRules, type AnyDecider } from '@arbiter/runtime';

/** How the streams of a category are decided today. */
export interface Rules {
  readonly decider: AnyDecider<unknown>;
  /** categories of source streams that are taken in as ordered feeds */
  readonly feeds: ReadonlySet<Category>;
  /** the name of the rules in force */
  readonly hash: string;
}

export type RuleBook = ReadonlyMap<Category, Rules>;

/** Of every category in which something is decided. */
export function todaysRules(): RuleBook {
  const domain = require.resolve('@arbiter/domain');
  const rules = (decider: unknown, feeds: readonly Category[] = []): Rules => {
    const known = decider as AnyDecider<unknown>;
    return { decider: known, feeds: new Set(feeds), hash: domainRules(known.category, domain) };
  };
  return new Map(
    [
      rules(sessionDecider, ['turn']),
      rules(playbookDecider, ['turn']),
      rules(planDecider),
      rules(runDecider),
      rules(agentDecider),
      rules(actionDecider),
    ].map((one) => [one.decider.category, one]),
  );
}
