import { useState, type ReactNode } from 'react';
import type { Topic, Topics as TopicLists } from '../conversation/topics';
import { useWords } from '../words/words';
import { CheckIcon, ClockIcon, CrossIcon, DashIcon, DotsIcon, DownIcon, QueueIcon, QuestionIcon } from './icons';

const ICONS: Readonly<Record<Topic['status'], () => ReactNode>> = {
  in_progress: DotsIcon,
  waiting_for_user: QuestionIcon,
  workflow_proposed: ClockIcon,
  blocked: QueueIcon,
  done: CheckIcon,
  failed: CrossIcon,
};
const MOST_FINISHED = 30;

interface Properties {
  readonly topics: TopicLists;
  readonly onShow: (requestId: string) => void;
}

/**
 * TH-01: every open topic, the latest first, and the finished ones on request; a chip leads to where it was last spoken
 * of.
 */
export function Topics({ topics: { open, finished }, onShow }: Properties): ReactNode {
  const words = useWords();
  const [isUnfolded, setUnfolded] = useState(false);
  if (open.length + finished.length === 0) return null;
  return (
    <nav className="topics" aria-label={words.topics}>
      <ul>
        {open.map((topic, place) => (
          <Chip key={topic.threadId} topic={topic} isActive={place === 0} onShow={onShow} />
        ))}
        {finished.length > 0 && (
          <li>
            <button
              type="button"
              className="topic finished"
              aria-expanded={isUnfolded}
              onClick={() => setUnfolded(!isUnfolded)}
            >
              <CheckIcon />
              {words.finished(finished.length)}
              <DownIcon />
            </button>
          </li>
        )}
        {isUnfolded &&
          finished
            .slice(0, MOST_FINISHED)
            .map((topic) => <Chip key={topic.threadId} topic={topic} isActive={false} onShow={onShow} />)}
      </ul>
    </nav>
  );
}

/** "Refund 1004 · 126.47 EUR · needs your yes"; for a finished topic the outcome replaces the status. */
function Chip({
  topic,
  isActive,
  onShow,
}: {
  readonly topic: Topic;
  readonly isActive: boolean;
  readonly onShow: Properties['onShow'];
}): ReactNode {
  const words = useWords();
  const { name, brief, status, hasFault, requestId } = topic;
  const StatusIcon = status === 'failed' && !hasFault ? DashIcon : ICONS[status];
  return (
    <li>
      <button
        type="button"
        className="topic"
        data-status={status}
        data-fault={hasFault || undefined}
        aria-current={isActive || undefined}
        title={isActive ? words.activeTopic : undefined}
        onClick={() => requestId !== null && onShow(requestId)}
      >
        <StatusIcon />
        <span className="topic-name">{name ?? words.unnamedTopic}</span>
        {brief !== null && <span className="topic-brief">{brief}</span>}
        {(status !== 'done' || brief === null) && <span className="topic-status">{words.status[status]}</span>}
      </button>
    </li>
  );
}
