import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

/** The part of the address that names the view. */
export const useHash = (): string => useSyncExternalStore(subscribe, () => location.hash);
