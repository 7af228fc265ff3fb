import { compileExpression, type ObjectiveCheck, type Verdict } from '@arbiter/contracts';
import type { PlaybookArgs } from './active-playbook';
import { verdictOn } from './selection';
import { itemsOf } from './snapshot';

/** EVL-05: whether a playbook works, and for which objects it does not. */
export interface ObjectiveFound {
  readonly verdict: Verdict;
  readonly objects: number;
  readonly acknowledged: readonly string[];
  readonly failing: readonly string[];
  /** how many of them */
  readonly unmet: number;
}

/** PL-06: the objective, looked at for each object that was read. Of what cannot be told it does not hold. */
export function verdictOf(
  check: ObjectiveCheck,
  results: Readonly<Record<string, unknown>>,
  { parameters, today }: PlaybookArgs,
): ObjectiveFound {
  const holds = compileExpression('playbook_condition', check.holds);
  const accepted =
    check.acknowledged === undefined ? null : compileExpression('playbook_condition', check.acknowledged);
  const items = itemsOf(check, results);
  const acknowledged: string[] = [];
  const failing: string[] = [];
  for (const { object, item, isValid } of items) {
    const values = { item, parameters, today };
    if (isValid && verdictOn(() => holds(values)) === true) continue;
    const isAccepted = isValid && accepted !== null && verdictOn(() => accepted(values)) === true;
    (isAccepted ? acknowledged : failing).push(object);
  }
  const verdict = failing.length > 0 ? 'fails' : acknowledged.length > 0 ? 'acknowledged' : 'holds';
  return {
    verdict,
    objects: items.length,
    acknowledged: acknowledged.toSorted(),
    failing: failing.toSorted(),
    unmet: failing.length,
  };
}
