import type { Grants, PauseReason, PlaybookDayView } from '@arbiter/contracts';
import { needsOf, type Need } from '@arbiter/contracts/instance-progress';
import { Button, TextInput } from '@mantine/core';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { resumeInstance, type Key } from '../http/api';
import type { PlaybookWords } from '../words/playbooks-en';
import { useWords } from '../words/words';
import { Trouble } from './trouble';

interface Properties {
  readonly accessKey: Key;
  readonly run: PlaybookDayView;
  readonly onResumed: () => void;
}

/** PL-28: why an instance is paused, the steps to take first, and how to resume it. */
export function Pause({ accessKey, run, onResumed }: Properties): ReactNode {
  const { playbooks: words } = useWords();
  const heading = useId();
  const { paused, playbook, day } = run;
  if (paused === null) return null;
  return (
    <section className="card pause" aria-labelledby={heading}>
      <h2 id={heading}>{words.pausedTitle}</h2>
      {paused.reasons.map((reason) => (
        <Reason key={JSON.stringify(reason)} reason={reason} />
      ))}
      <p className="fine">
        {words.pausedSince} <time dateTime={paused.since}>{new Date(paused.since).toLocaleString()}</time>
      </p>
      {/* Another pause asks for something else. */}
      <ResumeForm
        key={paused.since}
        needs={needsOf(run)}
        onResume={(give) => resumeInstance(accessKey, playbook, day, give).then(onResumed)}
      />
    </section>
  );
}

function Reason({ reason }: { readonly reason: PauseReason }): ReactNode {
  const { playbooks: words } = useWords();
  const { why, first } = reasonLines(reason, words);
  return (
    <p>
      {why}
      {first !== null && <> {first}</>}
    </p>
  );
}

function reasonLines(reason: PauseReason, { paused: words }: PlaybookWords): { why: string; first: string | null } {
  switch (reason.why) {
    case 'actions':
      return { why: words.actions(reason.used, reason.most, reason.needed), first: null };
    case 'models':
      return reason.budget === 'day'
        ? { why: words.modelsDay, first: words.firstBudget }
        : { why: words.modelsRun, first: null };
    case 'reauthorise':
      return {
        why: words.reauthorise(reason.extension, reason.capability, reason.tool),
        first: words.firstGrant(reason.capability, reason.extension),
      };
  }
}

interface FormProperties {
  readonly needs: readonly Need[];
  readonly onResume: (give: Grants) => Promise<void>;
}

/** A field for each limit that it has reached, filled with the total that it is expected to need. */
function ResumeForm({ needs, onResume }: FormProperties): ReactNode {
  const { playbooks: words } = useWords();
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({});
  const [isSending, setSending] = useState(false);
  const [trouble, setTrouble] = useState<Error | null>(null);
  const textOf = ({ field, enough }: Need): string => changed[field] ?? String(enough);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setSending(true);
    setTrouble(null);
    const give: Grants = Object.fromEntries(needs.map((need) => [need.field, Number(textOf(need))]));
    void onResume(give).catch((error: Error) => {
      setSending(false);
      setTrouble(error);
    });
  };
  return (
    <form className="begin" onSubmit={submit}>
      {needs.map((need) => (
        <TextInput
          key={need.field}
          type="number"
          inputMode="decimal"
          label={words.give[need.field]}
          description={words.atLeast(need.least)}
          classNames={{ description: 'least' }}
          min={need.least}
          step={need.field === 'dollars' ? 0.01 : 1}
          required
          withAsterisk={false}
          value={textOf(need)}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setChanged((before) => ({ ...before, [need.field]: value }));
          }}
        />
      ))}
      <Button type="submit" disabled={isSending}>
        {isSending ? words.goesOn : needs.length === 0 ? words.resume : words.giveAndResume}
      </Button>
      <Trouble trouble={trouble} />
    </form>
  );
}
