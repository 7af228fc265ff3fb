import type { PlaybookView } from '@arbiter/contracts';
import { useId, type ReactNode } from 'react';
import type { Key } from '../http/api';
import { useWords } from '../words/words';
import { Beginning } from './beginning';
import { DayRow } from './day-row';
import { hashOfPlaybook } from './place';
import { Trouble } from './trouble';
import { useDays } from './use-days';
import { VerdictSeries } from './verdict-series';

interface Properties {
  readonly accessKey: Key;
  readonly playbooks: readonly PlaybookView[];
}

/** All playbooks that are switched on. */
export function Overview({ accessKey, playbooks }: Properties): ReactNode {
  const { playbooks: words } = useWords();
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{words.title}</h2>
      {playbooks.length === 0 && <p className="fine">{words.none}</p>}
      <ul className="playbook-list">
        {playbooks.map((playbook) => (
          <li key={playbook.playbook} className="card">
            <Listed accessKey={accessKey} playbook={playbook} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Listed({ accessKey, playbook }: { readonly accessKey: Key; readonly playbook: PlaybookView }): ReactNode {
  const { playbooks: words } = useWords();
  const { value: days, trouble } = useDays(accessKey, playbook.playbook);
  const latest = days?.runs[0];
  return (
    <>
      <h3>
        <a href={hashOfPlaybook(playbook.playbook)}>{playbook.title}</a>
      </h3>
      <p className="fine">{playbook.description}</p>
      <Beginning playbook={playbook} />
      <Trouble trouble={trouble} />
      {days && <VerdictSeries verdicts={days.verdicts} />}
      {days && (latest ? <DayRow run={latest} verdict={null} /> : <p className="fine">{words.noDays}</p>)}
    </>
  );
}
