import type { PhasePlace, UiLine } from '@arbiter/contracts';
import { kindOf, type Run } from '../state/run';

/** EV-10: the phase that an agent of the run has come to; null: none of its steps has phases of its own. */
export function placeOf(run: Run): PhasePlace | null {
  if (run.phase !== 'open') return null;
  const places = (run.planned?.plan.steps ?? []).flatMap((step) => {
    const record = run.steps[step.id];
    return (record && kindOf(run, step).place(record)) ?? [];
  });
  return places.at(-1) ?? null;
}

/** A line of a run as it counts the phases of its agent: they only go forward. */
export function placed({ phase, phaseIndex, cycleIndex }: PhasePlace, line: UiLine): UiLine {
  const next = phase === 'tool_phase' ? phaseIndex + 1 : phaseIndex;
  switch (line.phase) {
    case 'tool_phase':
      return { ...line, phase, phaseIndex, cycleIndex };
    case 'action_phase':
      return { ...line, phaseIndex: next, cycleIndex };
    case 'complete':
      return { ...line, phaseIndex: next + 1, cycleIndex };
  }
}
