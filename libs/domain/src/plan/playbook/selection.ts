import { compileExpression, type ConstraintName, type Selection, type Values } from '@arbiter/contracts';
import { canonicalHash } from '../../canonical-hash';
import type { PlaybookArgs } from './active-playbook';
import { heldBy } from './guards';
import { isWhole } from './pages';
import { itemsOf, type SnapshotItem } from './snapshot';

/** Why an object that a plan would choose is not gone through. */
export type HeldReason = ConstraintName | 'invalid_record' | 'ambiguous_record' | 'condition_failed' | 'too_many';

/** The objects that a `for_each` goes through. */
export interface Selected {
  /** of the declared fields of everything that was read */
  readonly snapshotHash: string;
  readonly read: number;
  /** by the names of the objects; `key` makes the id of the branch */
  readonly items: readonly { readonly object: string; readonly key: string; readonly item: Values }[];
  readonly held: readonly HeldObject[];
  /** there is more than was read */
  readonly isIncomplete: boolean;
}

export interface HeldObject {
  readonly object: string;
  readonly constraint: HeldReason;
  /** what is wrong with its record */
  readonly reason?: string;
}

/**
 * PL-16, PL-20: the objects among those that were read for which the plan is carried out, at this time. The same values
 * give the same objects.
 */
export function selectionOf(
  selection: Selection,
  results: Readonly<Record<string, unknown>>,
  args: PlaybookArgs,
  now: string,
): Selected {
  const found = itemsOf(selection, results);
  const judged = judge(selection, found, args, now);
  const held = judged.flatMap(({ object, reason, oddity }): readonly HeldObject[] =>
    reason === null ? [] : [{ object, constraint: reason, ...(oddity !== null && { reason: oddity }) }],
  );
  const free = judged.filter(({ reason }) => reason === null);
  const beyond = free.slice(selection.most).map(({ object }) => ({ object, constraint: 'too_many' as const }));
  return {
    snapshotHash: canonicalHash(found.map(({ item }) => item)),
    read: found.length,
    items: free.slice(0, selection.most).map(({ object, item }) => ({ object, key: keyOf(object), item })),
    held: [...held, ...beyond],
    isIncomplete: !isWhole(selection.over, results),
  };
}

interface Judged extends SnapshotItem {
  readonly reason: HeldReason | null;
}

/** The objects that meet the condition, or for which it cannot be evaluated, each once. */
function judge(
  { where, guards }: Selection,
  found: readonly SnapshotItem[],
  args: PlaybookArgs,
  now: string,
): readonly Judged[] {
  const condition = compileExpression('playbook_condition', where);
  const { parameters, today } = args;
  return [...Map.groupBy(found, ({ object }) => object)]
    .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .flatMap(([, same]): Judged[] => {
      const first = same[0]!;
      const odd = same.find(({ oddity }) => oddity !== null);
      if (odd) return [{ ...odd, reason: 'invalid_record' }];
      const meets = verdictOn(() => condition({ item: first.item, parameters, today }));
      if (meets === false) return [];
      if (meets === null) return [{ ...first, reason: 'condition_failed' }];
      if (same.length > 1) return [{ ...first, reason: 'ambiguous_record' }];
      return [{ ...first, reason: heldBy(guards, first, args, now) }];
    });
}

/** Null: the condition cannot be evaluated. */
export function verdictOn(condition: () => unknown): boolean | null {
  try {
    return condition() === true;
  } catch {
    return null;
  }
}

const KEY_LENGTH = 16;
const keyOf = (object: string): string => canonicalHash(object).slice(0, KEY_LENGTH);
