import type { RunView } from '@arbiter/contracts';
import { Button } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { isRunning } from '@arbiter/contracts/run-view';
import { timelineOf } from './conversation/timeline';
import { useConversation, type Followed } from './conversation/use-conversation';
import type { Identity } from './http/api';
import type { Answering } from './parts/answers';
import { Composer } from './parts/composer';
import { KeyForm } from './parts/key-form';
import { Log } from './parts/log';
import { TopBar } from './parts/top-bar';
import { Topics } from './parts/topics';
import { useWords } from './words/words';

interface Properties {
  readonly identity: Identity;
  readonly locale: string | null;
  readonly onCustomer: (userId: string) => void;
  readonly onNewChat: () => void;
  readonly onKey: (key: string) => void;
}

/** One person's conversation in one chat. The page shows what the server says and sends what the person does (CH-06). */
export function Chat({ identity, locale, onCustomer, onNewChat, onKey }: Properties): ReactNode {
  const words = useWords();
  const followed = useConversation(identity, locale);
  const { conversation, connection, outbox } = followed;
  const items = useMemo(() => timelineOf(conversation, outbox.entries), [conversation, outbox.entries]);
  const runs = [...conversation.runs.values()];
  const answering = answeringOf(followed);
  if (connection === 'refused') return <KeyForm wasRefused={identity.apiKey !== null} onKey={onKey} />;
  return (
    <div className="page">
      <a className="skip" href="#message">{words.skip}</a>
      <TopBar userId={identity.userId} connection={connection} onCustomer={onCustomer} onNewChat={onNewChat} />
      <Topics threads={conversation.threads} onShow={showRun} />
      <main className="main">
        <Log
          items={items} isWorking={runs.some(isRunning) || outbox.entries.some(({ state, requestId }) => state === 'sent' && !conversation.runs.has(requestId ?? ''))}
          hasOlder={typeof conversation.before === 'number'} answering={answering} outbox={outbox} onOlder={followed.loadOlder}
        >
          {conversation.before !== undefined && <Welcome onSend={outbox.send} />}
        </Log>
        <Composer isFull={outbox.isFull} stoppable={runs.filter(isRunning).at(-1)?.requestId ?? null} onSend={outbox.send} onStop={followed.stop} />
      </main>
    </div>
  );
}

function Welcome({ onSend }: { readonly onSend: (text: string) => void }): ReactNode {
  const words = useWords();
  return (
    <div className="welcome">
      <h2>{words.emptyTitle}</h2>
      <p>{words.emptyText}</p>
      <div className="choices">{words.examples.map((text) => <Button key={text} variant="default" radius="xl" onClick={() => onSend(text)}>{text}</Button>)}</div>
    </div>
  );
}

/** Whether a question still waits is what the topics say; which button was pressed, what the messages say. */
function answeringOf({ conversation, outbox }: Followed): Answering {
  const answers = new Map([...conversation.turns.values(), ...outbox.entries].flatMap(({ answerTo, text }) => (answerTo ? [[answerTo, text] as const] : [])));
  const asking = new Set(conversation.threads.filter(({ status }) => status === 'waiting_for_user').map(({ requestId }) => requestId));
  return {
    answeredWith: (answerTo) => answers.get(answerTo) ?? null,
    isAsking: ({ requestId }: RunView) => asking.has(requestId),
    onAnswer: (answerTo, text) => {
      outbox.send(text, answerTo);
      // The button rests from now on; whoever uses the keyboard goes on where they write.
      document.getElementById('message')?.focus();
    },
  };
}

function showRun(requestId: string): void {
  const found = ['reply', 'proposal', 'pre'].map((kind) => document.getElementById(`${kind}/${requestId}`)).find((element) => element !== null);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  found?.scrollIntoView({ block: 'center', behavior: isStill ? 'auto' : 'smooth' });
  found?.classList.add('shown');
  setTimeout(() => found?.classList.remove('shown'), 1_600);
}
