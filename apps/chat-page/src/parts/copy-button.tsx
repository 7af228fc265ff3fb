import { ActionIcon } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useWords } from '../words/words';
import { CheckIcon, CopyIcon } from './icons';

const SHOWN_MILLISECONDS = 2_000;

/** Copies a text to the clipboard and confirms it; browsers that do not permit that get no button. */
export function CopyButton({ text }: { readonly text: string }): ReactNode {
  const words = useWords();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  if (!navigator.clipboard) return null;
  const label = isCopied ? words.copied : words.copy;
  return (
    <ActionIcon
      className="copy"
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={label}
      title={label}
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => undefined,
        )
      }
    >
      {isCopied ? <CheckIcon /> : <CopyIcon />}
    </ActionIcon>
  );
}
