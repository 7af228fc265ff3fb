import type { Fact, UiLine } from '@arbiter/contracts';
import { line } from '../../words';
import { evolveRun } from '../state/evolve-run';
import type { Run } from '../state/run';
import { sweepOf } from './sweep';

/** How often progress is told while a sweep goes on. */
const TELLINGS = 20;

/** How far a sweep has come: when it begins, and each time another twentieth of its objects is through. */
export function progressOf(before: Run, fact: Fact): readonly UiLine[] {
  const run = evolveRun(before, fact);
  const under = run.phase === 'open' ? sweepOf(run) : null;
  if (run.phase !== 'open' || !under) return [];
  const selected = under.sweep.items.length;
  const records = Object.values(run.branches);
  const ended = records.filter(({ status }) => status !== 'running');
  if (ended.length % Math.max(1, Math.ceil(selected / TELLINGS)) !== 0 && ended.length < selected) return [];
  const count = (status: string): number => ended.filter((branch) => branch.status === status).length;
  return [
    line('tool_phase', 'rag.debug', {
      kind: 'branches',
      stepId: under.step.id,
      selected,
      underWay: records.length - ended.length,
      done: count('done'),
      failed: count('failed') + count('unknown'),
      held: count('held') + under.sweep.held,
    }),
  ];
}
