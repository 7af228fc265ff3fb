import { compileExpression, type Expression, type ObjectiveCheck, type Verdict } from '@arbiter/contracts';
import type { PlaybookArgs } from './active-playbook';
import { verdictOn } from './selection';
import { isWhole } from './pages';
import { itemsOf, type SnapshotItem } from './snapshot';

/** EVL-05: whether a playbook works, and for which objects it does not. */
export interface ObjectiveFound {
  readonly verdict: Verdict;
  readonly objects: number;
  readonly acknowledged: readonly string[];
  readonly failing: readonly string[];
  /** how many of them */
  readonly unmet: number;
  /** the failing objects whose records cannot be read, and why; left out where there are none */
  readonly odd?: readonly OddObject[];
}

export interface OddObject {
  readonly object: string;
  readonly reason: string;
}

/**
 * PL-06: the objective, checked for each object that was read. Where it cannot be evaluated it does not hold, and where
 * not all objects were read there is no verdict on them.
 */
export function verdictOf(
  check: ObjectiveCheck,
  results: Readonly<Record<string, unknown>>,
  { parameters, today }: PlaybookArgs,
): ObjectiveFound {
  const holds = compileExpression('playbook_condition', check.holds);
  const accepted =
    check.acknowledged === undefined ? null : compileExpression('playbook_condition', check.acknowledged);
  const isMet = ({ oddity, item }: SnapshotItem, condition: Expression | null): boolean =>
    oddity === null && condition !== null && verdictOn(() => condition({ item, parameters, today })) === true;
  const objects = [...Map.groupBy(itemsOf(check, results), ({ object }) => object)];
  const acknowledged: string[] = [];
  const failing: string[] = [];
  const odd: OddObject[] = [];
  for (const [object, records] of objects) {
    const unmet = records.filter((record) => !isMet(record, holds));
    if (unmet.length === 0) continue;
    (unmet.every((record) => isMet(record, accepted)) ? acknowledged : failing).push(object);
    const reason = records.find(({ oddity }) => oddity !== null)?.oddity;
    if (typeof reason === 'string') odd.push({ object, reason });
  }
  return {
    verdict: isWhole(check.over, results) ? wordFor(failing, acknowledged) : 'incomplete',
    objects: objects.length,
    acknowledged: acknowledged.toSorted(),
    failing: failing.toSorted(),
    unmet: failing.length,
    ...(odd.length > 0 && { odd: odd.toSorted((one, other) => (one.object < other.object ? -1 : 1)) }),
  };
}

const wordFor = (failing: readonly string[], acknowledged: readonly string[]): Verdict =>
  failing.length > 0 ? 'fails' : acknowledged.length > 0 ? 'acknowledged' : 'holds';
