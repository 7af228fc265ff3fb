import { Button, PasswordInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useWords } from '../words/words';

/** The service asked for an API key. */
export function KeyForm({
  wasRefused,
  onKey,
}: {
  readonly wasRefused: boolean;
  readonly onKey: (key: string) => void;
}): ReactNode {
  const words = useWords();
  const [key, setKey] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (key.trim() !== '') onKey(key.trim());
  };
  return (
    <main className="key-form">
      <form className="card" onSubmit={submit}>
        <h2 className="card-title">{words.keyTitle}</h2>
        <PasswordInput
          label={words.keyLabel}
          value={key}
          error={wasRefused ? words.keyWrong : undefined}
          autoFocus
          autoComplete="off"
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <Button type="submit" disabled={key.trim() === ''}>
          {words.keyEnter}
        </Button>
      </form>
    </main>
  );
}
