import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words';
import { MoonIcon, SunIcon } from './icons';

/** Changes between light and dark; the browser keeps which. */
export function ThemeButton(): ReactNode {
  const words = useWords();
  const scheme = useComputedColorScheme('light');
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <ActionIcon
      variant="default"
      size={32}
      radius="md"
      aria-label={scheme === 'dark' ? words.light : words.dark}
      title={scheme === 'dark' ? words.light : words.dark}
      onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
    >
      {scheme === 'dark' ? <SunIcon /> : <MoonIcon />}
    </ActionIcon>
  );
}
