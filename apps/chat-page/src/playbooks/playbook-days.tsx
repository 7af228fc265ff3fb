import type { PlaybookView } from '@arbiter/contracts';
import { useId, type ReactNode } from 'react';
import type { Key } from '../http/api';
import { useWords } from '../words/words';
import { BeginForm } from './begin-form';
import { Beginning } from './beginning';
import { DayRow } from './day-row';
import { Trouble } from './trouble';
import { useDays } from './use-days';
import { VerdictSeries } from './verdict-series';

interface Properties {
  readonly accessKey: Key;
  readonly name: string;
  /** null while it is not known, or is not switched on */
  readonly playbook: PlaybookView | null;
}

/** One playbook: when it begins, whether its goal is met, and its days. */
export function PlaybookDays({ accessKey, name, playbook }: Properties): ReactNode {
  const { playbooks: words } = useWords();
  const goal = useId();
  const list = useId();
  const { value: days, trouble } = useDays(accessKey, name);
  const verdicts = new Map(days?.verdicts.map(({ day, verdict }) => [day, verdict]));
  return (
    <>
      {playbook && (
        <section className="card">
          <h2>{playbook.title}</h2>
          <p>{playbook.description}</p>
          <Beginning playbook={playbook} />
          <BeginForm accessKey={accessKey} name={name} day={null} />
        </section>
      )}
      <Trouble trouble={trouble} />
      {days && (
        <>
          <section className="card" aria-labelledby={goal}>
            <h2 id={goal}>{words.goal}</h2>
            <VerdictSeries verdicts={days.verdicts} />
          </section>
          <section className="card" aria-labelledby={list}>
            <h2 id={list}>{words.days}</h2>
            {days.runs.length === 0 && <p className="fine">{words.noDays}</p>}
            <ol className="day-list">
              {days.runs.map((run) => (
                <li key={run.day}>
                  <DayRow run={run} verdict={verdicts.get(run.day) ?? null} />
                </li>
              ))}
            </ol>
          </section>
        </>
      )}
    </>
  );
}
