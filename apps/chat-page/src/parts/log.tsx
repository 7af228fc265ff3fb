import { Button } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Item } from '../conversation/timeline';
import type { Outbox } from '../conversation/use-outbox';
import { useWords } from '../words/words';
import { PreMessage, Proposal, Reply, type Answering } from './answers';
import { DownIcon } from './icons';
import { Turn } from './turn';

const NEAR_THE_END_PIXELS = 120;

interface Properties {
  readonly items: readonly Item[];
  readonly isWorking: boolean;
  /** the work takes longer than expected */
  readonly isLong: boolean;
  readonly hasOlder: boolean;
  readonly answering: Answering;
  readonly outbox: Outbox;
  readonly onOlder: () => void;
  /** how far an agent has come that is at work */
  readonly agent: ReactNode;
  readonly children?: ReactNode;
}

/** The chat. It follows the end, unless the reader has scrolled up. */
export function Log({
  items,
  isWorking,
  isLong,
  hasOlder,
  answering,
  outbox,
  onOlder,
  agent,
  children,
}: Properties): ReactNode {
  const words = useWords();
  const box = useRef<HTMLDivElement>(null);
  const end = useFollowedEnd(box, items, isWorking);
  return (
    <div className="log-box" ref={box} role="region" aria-label={words.conversation} tabIndex={0}>
      <div className="log" role="log" aria-live="polite" aria-relevant="additions" aria-label={words.messages}>
        {hasOlder && (
          <Button className="older" variant="subtle" size="xs" onClick={onOlder}>
            {words.older}
          </Button>
        )}
        {items.length === 0 && children}
        {items.map((item) => (
          <article
            key={item.id}
            id={item.id}
            className="item"
            data-kind={item.kind}
            aria-label={item.kind === 'turn' ? words.you : words.assistant}
          >
            <Shown item={item} answering={answering} outbox={outbox} />
          </article>
        ))}
        <div className="typing" role="status" aria-label={isWorking ? words.working : undefined}>
          {isWorking && (
            <span className="typing-dots" aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
          )}
          {agent}
          {isLong && <span className="typing-long">{words.long}</span>}
        </div>
      </div>
      {!end.isSeen && (
        <Button className="to-end" size="xs" radius="xl" leftSection={<DownIcon />} onClick={end.show}>
          {words.latest}
        </Button>
      )}
    </div>
  );
}

function Shown({
  item,
  answering,
  outbox,
}: {
  readonly item: Item;
  readonly answering: Answering;
  readonly outbox: Outbox;
}): ReactNode {
  switch (item.kind) {
    case 'turn':
      return (
        <Turn
          text={item.text}
          mark={item.mark}
          outgoing={item.outgoing}
          onRetry={outbox.retry}
          onDiscard={outbox.discard}
        />
      );
    case 'pre':
      return <PreMessage run={item.run} />;
    case 'proposal':
      return <Proposal run={item.run} answering={answering} />;
    case 'reply':
      return <Reply run={item.run} quote={item.quote} answering={answering} />;
  }
}

function useFollowedEnd(
  box: { readonly current: HTMLDivElement | null },
  items: readonly Item[],
  isWorking: boolean,
): { readonly isSeen: boolean; readonly show: () => void } {
  const [isSeen, setSeen] = useState(true);
  const stays = useRef(true);
  const show = (): void => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };
  useEffect(() => {
    const { current } = box;
    const look = (): void => {
      stays.current = current!.scrollHeight - current!.scrollTop - current!.clientHeight < NEAR_THE_END_PIXELS;
      setSeen(stays.current);
    };
    current?.addEventListener('scroll', look, { passive: true });
    return () => current?.removeEventListener('scroll', look);
  }, [box]);
  const last = items.at(-1);
  const isOwn = last?.kind === 'turn' ? last.id : null;
  useLayoutEffect(() => show(), [isOwn]);
  useLayoutEffect(() => {
    if (stays.current) show();
  }, [items, isWorking]);
  return { isSeen, show };
}
