import type { ThreadView } from '@arbiter/contracts';
import type { ReactNode } from 'react';
import { useWords } from '../words/words';
import { CheckIcon, ClockIcon, CrossIcon, DotsIcon, QueueIcon, QuestionIcon } from './icons';

const ICONS: Readonly<Record<ThreadView['status'], () => ReactNode>> = {
  in_progress: DotsIcon, waiting_for_user: QuestionIcon, workflow_proposed: ClockIcon, blocked: QueueIcon, done: CheckIcon, failed: CrossIcon,
};
const MOST_CLOSED = 3;
const isClosed = ({ status }: ThreadView): boolean => status === 'done' || status === 'failed';

interface Properties {
  readonly threads: readonly ThreadView[];
  readonly onShow: (requestId: string) => void;
}

/** TH-01: every open topic and the last few closed ones, the latest first; a chip leads to where it was last spoken of. */
export function Topics({ threads, onShow }: Properties): ReactNode {
  const words = useWords();
  const closed = threads.filter(isClosed).slice(0, MOST_CLOSED);
  const shown = threads.filter((thread) => !isClosed(thread) || closed.includes(thread));
  if (shown.length === 0) return null;
  return (
    <nav className="topics" aria-label={words.topics}>
      <ul>
        {shown.map((thread, place) => <Topic key={thread.threadId} thread={thread} isActive={place === 0} onShow={onShow} />)}
      </ul>
    </nav>
  );
}

function Topic({ thread, isActive, onShow }: { readonly thread: ThreadView; readonly isActive: boolean; readonly onShow: Properties['onShow'] }): ReactNode {
  const words = useWords();
  const { status, summary, requestId } = thread;
  const StatusIcon = ICONS[status];
  return (
    <li>
      <button
        type="button" className="topic" data-status={status} aria-current={isActive || undefined} title={isActive ? `${summary} (${words.activeTopic})` : summary}
        onClick={() => requestId !== null && onShow(requestId)}
      >
        <StatusIcon />
        <span className="topic-name">{nameOf(thread) ?? words.unnamedTopic}</span>
        <span className="topic-status">{words.status[status]}</span>
      </button>
    </li>
  );
}

/** `order_status` as "Order status". */
const nameOf = ({ intentId }: ThreadView): string | null => (intentId === null ? null : `${intentId[0]!.toUpperCase()}${intentId.slice(1).replaceAll('_', ' ')}`);
