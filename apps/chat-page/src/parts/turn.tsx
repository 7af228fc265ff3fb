import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Mark } from '../conversation/timeline';
import type { Outgoing } from '../conversation/unsent-messages';
import { useWords } from '../words/words';
import { CheckIcon, ClockIcon, CrossIcon, DotsIcon } from './icons';

interface Properties {
  readonly text: string;
  readonly mark: Mark;
  readonly outgoing: Outgoing | null;
  readonly onRetry: (messageId: string) => void;
  readonly onDiscard: (messageId: string) => void;
}

/** The person's message, with its reaction (CH-10, CH-11) or with its progress. */
export function Turn({ text, mark, outgoing, onRetry, onDiscard }: Properties): ReactNode {
  const words = useWords();
  return (
    <div className="turn">
      <div className="turn-row">
        {mark && (
          <span
            className="mark"
            data-mark={mark}
            role="img"
            aria-label={mark === 'done' ? words.reactionDone : words.reactionWorking}
          >
            {mark === 'done' ? <CheckIcon /> : <DotsIcon />}
          </span>
        )}
        <div className="bubble own">
          <p className="words">{text}</p>
        </div>
      </div>
      {outgoing && outgoing.state !== 'sent' && (
        <div className="sending" data-state={outgoing.state}>
          {outgoing.state === 'refused' ? <CrossIcon /> : <ClockIcon />}
          <span>
            {outgoing.state === 'refused'
              ? `${words.notSent}: ${words.refusal(outgoing.status ?? 0)}`
              : outgoing.state === 'waiting'
                ? words.waiting
                : words.sending}
          </span>
          {outgoing.state !== 'sending' && (
            <Button size="compact-xs" variant="subtle" onClick={() => onRetry(outgoing.messageId)}>
              {words.retry}
            </Button>
          )}
          {outgoing.state !== 'sending' && (
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onDiscard(outgoing.messageId)}>
              {words.discard}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
