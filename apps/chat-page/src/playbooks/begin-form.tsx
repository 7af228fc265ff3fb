import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { beginInstance, type Key } from '../http/api';
import { useWords } from '../words/words';
import { hashOfDay } from './place';
import { Trouble } from './trouble';

interface Properties {
  readonly accessKey: Key;
  readonly name: string;
  /** null: the person enters it */
  readonly day: string | null;
  readonly onBegun?: () => void;
}

/** Begins an instance by hand and leads to its day; a day has one instance, however often it is begun. */
export function BeginForm({ accessKey, name, day, onBegun }: Properties): ReactNode {
  const { playbooks: words } = useWords();
  const [chosen, setChosen] = useState('');
  const [isSending, setSending] = useState(false);
  const [trouble, setTrouble] = useState<Error | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setSending(true);
    setTrouble(null);
    void beginInstance(accessKey, name, day ?? (chosen === '' ? null : chosen))
      .then(
        (begun) => {
          location.hash = hashOfDay(name, begun.day);
          onBegun?.();
        },
        (error: Error) => setTrouble(error),
      )
      .finally(() => setSending(false));
  };
  return (
    <form className="begin" onSubmit={submit}>
      {day === null && (
        <TextInput
          type="date"
          label={words.beginDay}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <Button type="submit" disabled={isSending}>
        {day === null ? words.begin : words.beginThis(day)}
      </Button>
      <Trouble trouble={trouble} />
    </form>
  );
}
