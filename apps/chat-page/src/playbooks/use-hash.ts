import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

/** What of the address says where on the page one is. */
export const useHash = (): string => useSyncExternalStore(subscribe, () => location.hash);
