import { progressOf } from '@arbiter/contracts/instance-progress';
import type { PlaybookRunView } from '@arbiter/contracts';
import type { ReactNode } from 'react';
import { useWords } from '../words/words';

/** How far an instance has come, as one bar of parts; nothing while no object is chosen. */
export function ProgressBar({ run }: { readonly run: PlaybookRunView }): ReactNode {
  const { playbooks: words } = useWords();
  const { all, over, parts } = progressOf(run);
  if (all === 0) return null;
  const places = parts.map(({ objects }, index) => ({
    from: parts.slice(0, index).reduce((sum, part) => sum + part.objects, 0),
    objects,
  }));
  return (
    <svg
      className="progress"
      role="img"
      aria-label={`${words.over(over, all)}: ${parts.map(({ part, objects }) => words.part[part](objects)).join(', ')}`}
      viewBox={`0 0 ${all} 1`}
      preserveAspectRatio="none"
    >
      {parts.map(({ part }, index) => (
        <rect key={part} data-part={part} x={places[index]!.from} y={0} width={places[index]!.objects} height={1} />
      ))}
    </svg>
  );
}

/** The parts in words, with their colours; those that a constraint keeps back are no part of the bar. */
export function ProgressLegend({ run }: { readonly run: PlaybookRunView }): ReactNode {
  const { playbooks: words } = useWords();
  const { all, parts } = progressOf(run);
  const { kept } = run.branches;
  if (all === 0 && kept === 0) return null;
  return (
    <ul className="legend">
      {parts.map(({ part, objects }) => (
        <li key={part} data-part={part}>
          {words.part[part](objects)}
        </li>
      ))}
      {kept > 0 && <li data-part="kept">{words.kept(kept)}</li>}
    </ul>
  );
}
