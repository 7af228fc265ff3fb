import type { ApprovalAnswer, ApprovalView, Values } from '@arbiter/contracts';
import { Button, TextInput } from '@mantine/core';
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useWords } from '../words/words';
import { secondsToLeave, type InboxEntry } from './inbox';
import { hashOfDay } from './place';
import { Trouble } from './trouble';

const LONGEST_REASON = 500;

interface Properties {
  readonly approval: ApprovalView;
  readonly standing: InboxEntry['standing'];
  readonly mayAnswer: boolean;
  readonly onAnswer: (answer: ApprovalAnswer) => Promise<void>;
}

/** One open approval: the question, the exact action and the reason, and the answer. */
export function Approval({ approval, standing, mayAnswer, onAnswer }: Properties): ReactNode {
  const { playbooks: words } = useWords();
  const heading = useId();
  const box = useRef<HTMLElement>(null);
  const { playbook, day, object, question, expiresAt } = approval;
  return (
    <article
      ref={box}
      className="approval"
      aria-labelledby={heading}
      tabIndex={-1}
      data-decision={standing === 'open' ? undefined : standing}
    >
      <h3 id={heading}>{question ?? words.forgotten}</h3>
      <p className="fine">
        <a href={hashOfDay(playbook, day)}>
          {playbook} · {day}
        </a>{' '}
        · {object}
      </p>
      <Deed approval={approval} />
      {standing === 'open' ? (
        <p className="fine">
          {words.until} <time dateTime={expiresAt}>{new Date(expiresAt).toLocaleString()}</time>
        </p>
      ) : (
        <p className="standing" role="status">
          {standing === 'closed' ? words.closed : words.answered[standing]}
          {standing === 'approve' && <Leaving approval={approval} />}
        </p>
      )}
      {standing === 'open' && mayAnswer && (
        // The buttons disappear once one was pressed: a person who uses the keyboard continues from here.
        <AnswerForm onAnswer={(answer) => onAnswer(answer).then(() => box.current?.focus())} />
      )}
    </article>
  );
}

/** What a yes set going, and how long it took to leave. */
function Leaving({ approval }: { readonly approval: ApprovalView }): ReactNode {
  const { playbooks: words } = useWords();
  const { object, status } = approval;
  const seconds = secondsToLeave(approval);
  const title = approval.question ?? object;
  if (seconds === null) return <>: {words.leaving(title)}</>;
  return <>: {status === 'approved' ? words.left(title, seconds) : words.notLeft(title)}</>;
}

/** The tool with its arguments, as they would be sent, and the rule that asks. */
function Deed({ approval: { tool, args, prepared, rule, reasons } }: { readonly approval: ApprovalView }): ReactNode {
  const { playbooks: words } = useWords();
  return (
    <>
      {tool !== null && (
        <>
          <p className="fine">
            {words.wouldDo}: <code>{tool}</code>
          </p>
          <Arguments args={args ?? {}} />
          {prepared.map((written) => (
            <Arguments key={written.tool} args={written.args} />
          ))}
        </>
      )}
      {rule !== null && (
        <p className="fine">
          {words.because} <code>{[rule, ...reasons].join(', ')}</code>
        </p>
      )}
    </>
  );
}

function Arguments({ args }: { readonly args: Values }): ReactNode {
  return (
    <dl className="arguments">
      {Object.entries(args).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A yes takes one press; a no may say why first. */
function AnswerForm({ onAnswer }: { readonly onAnswer: (answer: ApprovalAnswer) => Promise<void> }): ReactNode {
  const { playbooks: words } = useWords();
  const [isRejecting, setRejecting] = useState(false);
  const [reason, setReason] = useState('');
  const [isSending, setSending] = useState(false);
  const [trouble, setTrouble] = useState<Error | null>(null);
  const send = (answer: ApprovalAnswer): void => {
    setSending(true);
    setTrouble(null);
    void onAnswer(answer).catch((error: Error) => {
      setSending(false);
      setTrouble(error);
    });
  };
  const reject = (event: FormEvent): void => {
    event.preventDefault();
    send({ decision: 'reject', ...(reason.trim() === '' ? {} : { reason: reason.trim() }) });
  };
  return (
    <>
      {isRejecting ? (
        <form className="begin" onSubmit={reject}>
          <TextInput
            className="reason"
            label={words.reason}
            maxLength={LONGEST_REASON}
            autoFocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button type="submit" disabled={isSending}>
            {words.rejectNow}
          </Button>
          <Button variant="default" disabled={isSending} onClick={() => setRejecting(false)}>
            {words.keep}
          </Button>
        </form>
      ) : (
        <div className="choices">
          <Button size="sm" disabled={isSending} onClick={() => send({ decision: 'approve' })}>
            {words.approve}
          </Button>
          <Button size="sm" variant="default" disabled={isSending} onClick={() => setRejecting(true)}>
            {words.reject}
          </Button>
        </div>
      )}
      <Trouble trouble={trouble} />
    </>
  );
}
