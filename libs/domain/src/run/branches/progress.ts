import type { Fact, UiLine } from '@arbiter/contracts';
import { line } from '../../words';
import { evolveRun } from '../state/evolve-run';
import { lengthOf } from '../state/pages';
import type { Run } from '../state/run';
import { sweepOf } from './sweep-of';

/** How often progress is reported during a sweep. */
const TELLINGS = 20;

/**
 * How far a sweep has come: when it begins, each time another twentieth of its objects is through, and when the rest
 * waits for a yes.
 */
export function progressOf(before: Run, fact: Fact): readonly UiLine[] {
  const run = evolveRun(before, fact);
  const under = run.phase === 'open' ? sweepOf(run) : null;
  if (run.phase !== 'open' || !under) return [];
  const selected = under.sweep.items.length;
  const { ended, open } = run.branches;
  const over = lengthOf(ended);
  if (fact.name !== 'sweep.suspended' && over % Math.max(1, Math.ceil(selected / TELLINGS)) !== 0 && over < selected)
    return [];
  const going = Object.values(open);
  const waiting = going.filter(({ status }) => status === 'suspended').length;
  const count = (status: string): number => ended.flat().filter((branch) => branch.status === status).length;
  return [
    line('tool_phase', 'rag.debug', {
      kind: 'branches',
      stepId: under.step.id,
      selected,
      underWay: going.length - waiting,
      waiting,
      done: count('done'),
      failed: count('failed') + count('unknown'),
      held: count('held') + under.sweep.held,
    }),
  ];
}
