import type { PlaybookDayView } from '@arbiter/contracts';
import { useId, type ReactNode } from 'react';
import { useWords } from '../words/words';

/** The objects that are not done, each with why; of each kind no more than the server names. */
export function NotDone({ run: { notDone, branches } }: { readonly run: PlaybookDayView }): ReactNode {
  const { playbooks: words } = useWords();
  const heading = useId();
  if (notDone.length === 0) return null;
  const beyond = branches.failed + branches.unknown + branches.held + branches.kept - notDone.length;
  return (
    <section className="card" aria-labelledby={heading}>
      <h2 id={heading}>{words.notDone}</h2>
      <table className="not-done">
        <thead>
          <tr>
            <th scope="col">{words.object}</th>
            <th scope="col">{words.became}</th>
            <th scope="col">{words.cause}</th>
          </tr>
        </thead>
        <tbody>
          {notDone.map(({ object, status, code, attention, reason }) => (
            <tr key={`${status}/${object}`} data-status={status}>
              <th scope="row">{object}</th>
              <td>{attention === undefined ? words.outcome[status] : words.attention}</td>
              <td>
                {code !== null && <code>{code}</code>} {reason}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {beyond > 0 && <p className="fine">{words.andMore(beyond)}</p>}
    </section>
  );
}
