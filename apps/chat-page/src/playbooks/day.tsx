import type { PlaybookDayView } from '@arbiter/contracts';
import { isBegunAnew, isOver, progressOf } from '@arbiter/contracts/instance-progress';
import { Button } from '@mantine/core';
import { useCallback, useId, type ReactNode } from 'react';
import { Refusal, readInstance, type Key } from '../http/api';
import { useWords } from '../words/words';
import { Approvals } from './approvals';
import { BeginForm } from './begin-form';
import { NotDone } from './not-done';
import { Pause } from './pause';
import { ProgressBar, ProgressLegend } from './progress-bar';
import { Trouble } from './trouble';
import { useWatched } from './use-watched';

interface Properties {
  readonly accessKey: Key;
  readonly name: string;
  readonly day: string;
  readonly onOtherKey: () => void;
}

const isUnderWay = (run: PlaybookDayView): boolean => !isOver(run);

/** One instance: its progress, the objects that were not done and why, and whether the goal is met. */
export function Day({ accessKey, name, day, onOtherKey }: Properties): ReactNode {
  const { playbooks: words } = useWords();
  const read = useCallback(() => readInstance(accessKey, name, day), [accessKey, name, day]);
  const { value: run, trouble, again } = useWatched(read, isUnderWay);
  const heading = useId();
  const isUnknown = run === null && trouble instanceof Refusal && trouble.status === 404;
  return (
    <>
      <section className="card" aria-labelledby={heading}>
        <h2 id={heading}>{day}</h2>
        <Trouble trouble={trouble} />
        {(isUnknown || (run && isBegunAnew(run))) && (
          <BeginForm accessKey={accessKey} name={name} day={day} onBegun={again} />
        )}
        {run && <Standing run={run} />}
        <Button className="refresh" size="xs" variant="default" onClick={again}>
          {words.refresh}
        </Button>
      </section>
      {run && <Pause accessKey={accessKey} run={run} onResumed={again} />}
      {run && (
        <Approvals accessKey={accessKey} place={{ playbook: name, day }} onOtherKey={onOtherKey} onAnswered={again} />
      )}
      {run && <NotDone run={run} />}
    </>
  );
}

/** A change of status is announced to screen readers; progress is only shown. */
function Standing({ run }: { readonly run: PlaybookDayView }): ReactNode {
  const { playbooks: words } = useWords();
  const { all, over } = progressOf(run);
  const { verdict } = run;
  return (
    <>
      <p className="standing" role="status">
        {words.status[run.status] ?? run.status}
        {run.code !== null && (
          <>
            {' '}
            <code>{run.code}</code>
          </>
        )}
      </p>
      {all > 0 && <p className="fine">{words.over(over, all)}</p>}
      <ProgressBar run={run} />
      <ProgressLegend run={run} />
      {verdict && (
        <p>
          {words.goal}: <strong>{words.verdict[verdict.verdict]}</strong>
        </p>
      )}
      {verdict && verdict.failing.length > 0 && (
        <p className="fine">
          {words.failing}: {verdict.failing.join(', ')}
        </p>
      )}
      {verdict && verdict.acknowledged.length > 0 && (
        <p className="fine">
          {words.acknowledged}: {verdict.acknowledged.join(', ')}
        </p>
      )}
    </>
  );
}
