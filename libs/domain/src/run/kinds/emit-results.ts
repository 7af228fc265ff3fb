import { line } from '../../words';
import type { StepKind } from '../state/run';
import { CHECKED } from './checked';

/** EX-13 */
export const emitResults: StepKind = {
  ...CHECKED,
  lines: ({ id: stepId, title }, values) => [
    line('tool_phase', 'rag.results', { kind: 'results', stepId, title, values }),
  ],
};
