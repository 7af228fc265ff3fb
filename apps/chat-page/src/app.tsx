import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { PersonChats } from './person-chats';
import { playbooksIn } from './playbooks/place';
import { Playbooks } from './playbooks/playbooks';
import { useHash } from './playbooks/use-hash';
import { wordsOf, WordsContext } from './words/words';

/** The address tells whether chats or playbooks are shown; the API key stays with the tab. */
export function App(): ReactNode {
  const { locale, words } = useMemo(() => wordsOf(navigator.languages), []);
  const place = playbooksIn(useHash());
  const [apiKey, setKey] = useState(() => sessionStorage.getItem('arbiter.key'));
  const onKey = useCallback((key: string) => {
    sessionStorage.setItem('arbiter.key', key);
    setKey(key);
  }, []);
  document.documentElement.lang = locale ?? 'en';
  return (
    <WordsContext value={words}>
      {place ? (
        <Playbooks key={apiKey ?? ''} place={place} apiKey={apiKey} onKey={onKey} />
      ) : (
        <PersonChats apiKey={apiKey} locale={locale} onKey={onKey} />
      )}
    </WordsContext>
  );
}
