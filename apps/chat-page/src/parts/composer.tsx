import { ActionIcon, Button, Textarea } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { keep, keptAt, type Place } from '../chats/kept';
import { useWords } from '../words/words';
import { SendIcon, StopIcon } from './icons';

const LONGEST_TEXT = 8_000;

interface Properties {
  /** the chat: unsent text stays with it */
  readonly place: Place;
  readonly isFull: boolean;
  /** the run that may be stopped now; null when none is under way */
  readonly stoppable: string | null;
  readonly onSend: (text: string) => void;
  /** false when it was not heard */
  readonly onStop: (requestId: string) => Promise<boolean>;
}

/**
 * Enter sends, Shift+Enter begins a new line, Escape empties the field; while a text is being composed Enter belongs to
 * the input method.
 */
export function Composer({ place, isFull, stoppable, onSend, onStop }: Properties): ReactNode {
  const words = useWords();
  const draft = keptAt('draft', place);
  const [text, setText] = useState(() => localStorage.getItem(draft) ?? '');
  const [stopped, setStopped] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  useEffect(() => keep(draft, text), [draft, text]);

  const send = (event?: FormEvent): void => {
    event?.preventDefault();
    if (text.trim() === '' || isFull) return;
    onSend(text.trim());
    setText('');
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setText('');
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const stop = (requestId: string) => () => {
    setStopped(requestId);
    void onStop(requestId).then((isHeard) => isHeard || setStopped(null));
    field.current?.focus();
  };
  return (
    <form className="composer" onSubmit={send}>
      <div className="composer-row">
        <Textarea
          id="message"
          ref={field}
          className="composer-field"
          aria-label={words.message}
          aria-describedby="hint"
          placeholder={words.placeholder}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={LONGEST_TEXT}
          radius="lg"
          size="md"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {stoppable !== null && (
          <Button
            variant="default"
            size="md"
            radius="xl"
            leftSection={<StopIcon />}
            disabled={stopped === stoppable}
            onClick={stop(stoppable)}
          >
            {stopped === stoppable ? words.stopping : words.stop}
          </Button>
        )}
        <ActionIcon type="submit" size={42} radius="xl" aria-label={words.send} disabled={text.trim() === '' || isFull}>
          <SendIcon />
        </ActionIcon>
      </div>
      <p id="hint" className="hint">
        {isFull ? words.full : words.hint}
      </p>
    </form>
  );
}
