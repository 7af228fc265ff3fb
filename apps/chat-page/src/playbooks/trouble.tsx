import type { ReactNode } from 'react';
import { Refusal } from '../http/api';
import { useWords } from '../words/words';

/** Why a request failed: the server's reason, or that it does not answer. */
export function Trouble({ trouble }: { readonly trouble: Error | null }): ReactNode {
  const { playbooks: words } = useWords();
  if (trouble === null) return null;
  return (
    <p className="trouble-line" role="alert">
      {trouble instanceof Refusal ? trouble.message : words.unreachable}
    </p>
  );
}
