import type { PlaybookRunView, Verdict } from '@arbiter/contracts';
import type { ReactNode } from 'react';
import { useWords } from '../words/words';
import { hashOfDay } from './place';
import { ProgressBar, ProgressLegend } from './progress-bar';

interface Properties {
  readonly run: PlaybookRunView;
  /** null where it is shown elsewhere, or not known yet */
  readonly verdict: Verdict | null;
}

/** One day in a list: its status, how far it has come, and whether the goal was met. */
export function DayRow({ run, verdict }: Properties): ReactNode {
  const { playbooks: words } = useWords();
  return (
    <div className="day-row">
      <p>
        <a href={hashOfDay(run.playbook, run.day)}>{run.day}</a> {words.status[run.status] ?? run.status}
        {run.code !== null && (
          <>
            {' '}
            <code>{run.code}</code>
          </>
        )}
        {verdict !== null && ` · ${words.goal}: ${words.verdict[verdict]}`}
      </p>
      <ProgressBar run={run} />
      <ProgressLegend run={run} />
    </div>
  );
}
