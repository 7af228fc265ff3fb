import type { ExecutionHeader, HeaderStep, ToolOutputView } from '@arbiter/contracts';
import { hasFoundNothing } from '@arbiter/contracts/run-view';
import type { ReactNode } from 'react';
import { useWords } from '../words/words';
import { depthOf } from './depth';
import { CheckIcon, ClockIcon, CrossIcon, DashIcon, DotsIcon, QuestionIcon, UndoIcon } from './icons';

const ICONS: Readonly<Record<HeaderStep['status'], () => ReactNode>> = {
  pending: DotsIcon,
  running: DotsIcon,
  completed: CheckIcon,
  failed: CrossIcon,
  skipped: DashIcon,
  suspended: ClockIcon,
  cancelled: DashIcon,
  rejected: CrossIcon,
  unknown: QuestionIcon,
  compensating: DotsIcon,
  compensated: UndoIcon,
  compensation_failed: QuestionIcon,
};

/**
 * ER-01: the executed steps and how they went, as the server's header has them, before any words; the words give the
 * reasons. What an agent called stands under its line, and what its delegate called under that of the delegation, with
 * the tools that were withheld (CP-05).
 */
export function StepList({ header }: { readonly header: ExecutionHeader }): ReactNode {
  const words = useWords();
  if (header.steps.length === 0) return null;
  return (
    <ul className="steps" aria-label={words.steps}>
      {header.steps.map(({ stepId, title, status, error, objects, withheld }) => {
        const isAbsent = hasFoundNothing({ status, error });
        const StatusIcon = isAbsent ? DashIcon : ICONS[status];
        return (
          <li
            key={stepId}
            className="step"
            data-status={isAbsent ? 'absent' : status}
            data-depth={depthOf(stepId, header)}
          >
            <span className="step-icon">
              <StatusIcon />
            </span>
            <span className="step-title">{title}</span>
            <span className="step-status">
              {isAbsent ? words.absent : error?.code === 'not_needed' ? words.notNeeded : words.step[status]}
              {objects && ` (${words.objects(objects)})`}
            </span>
            {withheld && <span className="step-withheld">{words.withheld(withheld)}</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** CH-12: folded until it is opened. */
export function ToolOutputs({ outputs }: { readonly outputs: readonly ToolOutputView[] }): ReactNode {
  const words = useWords();
  if (outputs.length === 0) return null;
  return (
    <details className="outputs">
      <summary>{words.outputs}</summary>
      {outputs.map(({ stepId, title, text }) => (
        <pre key={stepId} tabIndex={0} aria-label={title}>
          {text}
        </pre>
      ))}
    </details>
  );
}
