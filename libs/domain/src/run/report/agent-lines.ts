import type { ArtifactBundle, FactOf, UiLine } from '@arbiter/contracts';
import { headerLines, line, message } from '../../words';
import { evolveRun } from '../state/evolve-run';
import type { Run } from '../state/run';
import { anchorOf } from './anchor';
import { headerOf } from './header-of-run';

/**
 * EV-10: how far an agent has come. The header comes anew with each outcome and before its words, whole; words before a
 * call are said as they are founded, and nothing of them is taken back (TP-02).
 */
export function agentLines(before: Run, fact: FactOf<'agent.recorded'>, bundle: ArtifactBundle): readonly UiLine[] {
  const run = evolveRun(before, fact);
  if (run.phase !== 'open') return [];
  const { stepId, resumeFrom, words } = fact.data;
  const { messageId } = run;
  return [
    agentLine(stepId, resumeFrom),
    ...headerLines('tool_phase', headerOf(run, 'pending', bundle), bundle),
    ...(words === '' ? [] : [message('tool_phase', 'pre', { messageId, anchor: anchorOf(run) }, words)]),
  ];
}

/** EV-10, CH-13: an agent has come to a phase, or waits before one for a person. */
export const agentLine = (stepId: string, resumeFrom: number | null): UiLine =>
  line('tool_phase', 'rag.debug', { kind: 'agent', stepId, resumeFrom });
