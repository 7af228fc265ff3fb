import type { RunView, WelcomeView } from '@arbiter/contracts';
import { Button } from '@mantine/core';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { isRunning } from '@arbiter/contracts/run-view';
import type { Chats } from './chats/use-chats';
import { timelineOf } from './conversation/timeline';
import { topicsOf } from './conversation/topics';
import { useConversation, type Followed } from './conversation/use-conversation';
import { useLasting } from './health/use-lasting';
import type { Identity } from './http/api';
import { AgentAtWork } from './parts/agent-at-work';
import type { Answering } from './parts/answers';
import { ChatList } from './parts/chat-list';
import { Composer } from './parts/composer';
import { KeyForm } from './parts/key-form';
import { Log } from './parts/log';
import { TopBar } from './parts/top-bar';
import { Topics } from './parts/topics';
import { TroubleBanner } from './parts/trouble-banner';
import { useWide } from './parts/use-wide';
import { useWords } from './words/words';

const LONG_MILLISECONDS = 3_500;

interface Properties {
  readonly identity: Identity;
  readonly locale: string | null;
  readonly welcome: WelcomeView;
  readonly chats: Chats;
  /** something happened that the list of chats may tell of */
  readonly onNews: () => void;
  readonly onCustomer: (userId: string) => void;
  readonly onNewChat: () => void;
  readonly onKey: (key: string) => void;
}

/** One person's conversation in one chat. The page shows the server's data and sends the person's actions (CH-06). */
export function Chat({
  identity,
  locale,
  welcome,
  chats,
  onNews,
  onCustomer,
  onNewChat,
  onKey,
}: Properties): ReactNode {
  const words = useWords();
  const followed = useConversation(identity, { locale, twoStage: welcome.twoStage });
  const { conversation, connection, outbox } = followed;
  // The list is shown where there is room beside the chat, unless the person chooses otherwise.
  const isWide = useWide();
  const [wantsList, setWantsList] = useState<boolean | null>(null);
  const showsList = wantsList ?? isWide;
  const items = useMemo(() => timelineOf(conversation, outbox.entries), [conversation, outbox.entries]);
  const running = [...conversation.runs.values()].filter(isRunning);
  const working = running.filter(isAtWork);
  const isLong = useLasting(connection === 'open' ? (working[0]?.requestId ?? null) : null, LONG_MILLISECONDS);
  const unsent = outbox.entries.filter(({ state }) => state !== 'sent').length;
  const standing = conversation.threads.map(({ threadId, status }) => `${threadId} ${status}`).join();
  useEffect(onNews, [onNews, standing, unsent]);
  if (connection === 'refused') return <KeyForm wasRefused={identity.apiKey !== null} onKey={onKey} />;
  return (
    <div className="page">
      <a className="skip" href="#message" onClick={toField}>
        {words.skip}
      </a>
      <TopBar
        userId={identity.userId}
        customers={welcome.customers}
        connection={connection}
        showsList={showsList}
        waitingElsewhere={waitingBeside(chats)}
        onList={() => setWantsList(!showsList)}
        onCustomer={onCustomer}
        onNewChat={onNewChat}
      />
      <TroubleBanner connection={connection} entries={outbox.entries} conversation={conversation} />
      <div className="columns">
        {showsList && <ChatList chats={chats} onChosen={() => setWantsList(null)} />}
        <div className="column">
          <Topics topics={topicsOf(conversation)} onShow={showRun} />
          <main className="main">
            <Log
              items={items}
              isWorking={working.length > 0 || awaitsRun(followed)}
              isLong={isLong}
              hasOlder={typeof conversation.before === 'number'}
              answering={answeringOf(followed)}
              outbox={outbox}
              onOlder={followed.loadOlder}
              agent={<AgentAtWork run={running.at(-1) ?? null} onPause={followed.pause} onResume={followed.resume} />}
            >
              {conversation.before !== undefined && <Welcome examples={welcome.examples} onSend={outbox.send} />}
            </Log>
            <Composer
              place={identity}
              isFull={outbox.isFull}
              stoppable={running.at(-1)?.requestId ?? null}
              onSend={outbox.send}
              onStop={followed.stop}
            />
          </main>
        </div>
      </div>
    </div>
  );
}

/** The number of open approvals in other chats. */
const waitingBeside = ({ listed }: Chats): number =>
  listed.filter(({ isCurrent }) => !isCurrent).flatMap(({ approvals }) => approvals).length;

/** Its agent does not wait for the person to let it go on. */
const isAtWork = ({ agent }: RunView): boolean => agent === null || agent.resumeFrom === null;

/** A message was taken, and its run has not been seen yet. */
const awaitsRun = ({ conversation, outbox }: Followed): boolean =>
  outbox.entries.some(({ state, requestId }) => state === 'sent' && !conversation.runs.has(requestId ?? ''));

function Welcome({
  examples,
  onSend,
}: {
  readonly examples: readonly string[];
  readonly onSend: (text: string) => void;
}): ReactNode {
  const words = useWords();
  return (
    <div className="welcome">
      <h2>{words.emptyTitle}</h2>
      <p>{words.emptyText}</p>
      <div className="choices">
        {examples.map((text) => (
          <Button key={text} variant="default" radius="xl" onClick={() => onSend(text)}>
            {text}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** The topics tell whether a question still waits, and the messages which button was pressed. */
function answeringOf({ conversation, outbox }: Followed): Answering {
  const answers = new Map(
    [...conversation.turns.values(), ...outbox.entries].flatMap(({ answerTo, text }) =>
      answerTo ? [[answerTo, text] as const] : [],
    ),
  );
  const asking = new Set(
    conversation.threads.filter(({ status }) => status === 'waiting_for_user').map(({ requestId }) => requestId),
  );
  return {
    answeredWith: (answerTo) => answers.get(answerTo) ?? null,
    isAsking: ({ requestId }: RunView) => asking.has(requestId),
    onAnswer: (answerTo, text) => {
      outbox.send(text, answerTo);
      // The button rests from now on; the focus goes back to the text field.
      document.getElementById('message')?.focus();
    },
  };
}

/** The address names the chat; the way to the field must not change it. */
function toField(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('message')?.focus();
}

function showRun(requestId: string): void {
  const found = ['reply', 'proposal', 'pre']
    .map((kind) => document.getElementById(`${kind}/${requestId}`))
    .find((element) => element !== null);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  found?.scrollIntoView({ block: 'center', behavior: isStill ? 'auto' : 'smooth' });
  found?.classList.add('shown');
  setTimeout(() => found?.classList.remove('shown'), 1_600);
}
