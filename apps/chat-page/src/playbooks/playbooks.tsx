import type { PlaybookView } from '@arbiter/contracts';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Refusal, readPlaybooks, type Key } from '../http/api';
import { KeyForm } from '../parts/key-form';
import { useWords } from '../words/words';
import { Approvals } from './approvals';
import { Day } from './day';
import { Overview } from './overview';
import { PlaybookDays } from './playbook-days';
import { PlaybookBar } from './playbook-bar';
import type { PlaybookPlace } from './place';
import { Trouble } from './trouble';
import { useWatched } from './use-watched';

interface Properties {
  readonly place: PlaybookPlace;
  readonly apiKey: string | null;
  readonly onKey: (key: string) => void;
}

const never = (): boolean => false;

/**
 * The playbooks of the key's tenant: all of them, one with its days, or one day. It shows the API's data and decides
 * nothing.
 */
export function Playbooks({ place, apiKey, onKey }: Properties): ReactNode {
  const { playbooks: words } = useWords();
  const key = useMemo((): Key => ({ apiKey }), [apiKey]);
  const { value: all, trouble } = useWatched(
    useCallback(() => readPlaybooks(key), [key]),
    never,
  );
  const main = useRef<HTMLElement>(null);
  const [wantsKey, setWantsKey] = useState(false);
  const onOtherKey = useCallback(() => setWantsKey(true), []);
  const { playbook: name, day } = place;
  useFocusOnArrival(main, `${name}/${day}`);
  const wasRefused = trouble instanceof Refusal && trouble.status === 401;
  if (wasRefused || wantsKey) return <KeyForm wasRefused={wasRefused && apiKey !== null} onKey={onKey} />;
  const found = all?.find(({ playbook }) => playbook === name) ?? null;
  return (
    <div className="page">
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        {words.toMain}
      </button>
      <PlaybookBar place={place} title={found?.title ?? name} />
      <main className="playbooks" ref={main} tabIndex={-1}>
        <Trouble trouble={trouble} />
        {all === null && trouble === null && <p className="fine">{words.loading}</p>}
        {all && <Shown accessKey={key} place={place} playbooks={all} onOtherKey={onOtherKey} />}
      </main>
    </div>
  );
}

interface ShownProperties {
  readonly accessKey: Key;
  readonly place: PlaybookPlace;
  readonly playbooks: readonly PlaybookView[];
  readonly onOtherKey: () => void;
}

function Shown({ accessKey, place, playbooks, onOtherKey }: ShownProperties): ReactNode {
  const { playbook: name, day } = place;
  if (name !== null && day !== null)
    return <Day key={`${name}/${day}`} accessKey={accessKey} name={name} day={day} onOtherKey={onOtherKey} />;
  const approvals = <Approvals key={name} accessKey={accessKey} place={place} onOtherKey={onOtherKey} />;
  if (name === null)
    return (
      <>
        {approvals}
        <Overview accessKey={accessKey} playbooks={playbooks} />
      </>
    );
  const found = playbooks.find(({ playbook }) => playbook === name) ?? null;
  return (
    <>
      <PlaybookDays key={`${name}/days`} accessKey={accessKey} name={name} playbook={found} />
      {found && approvals}
    </>
  );
}

/** Moves the focus to the new view after a link was followed. */
function useFocusOnArrival(main: { readonly current: HTMLElement | null }, where: string): void {
  const from = useRef(where);
  useEffect(() => {
    if (from.current !== where) main.current?.focus({ preventScroll: true });
    from.current = where;
  }, [main, where]);
}
