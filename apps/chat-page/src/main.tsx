import { MantineProvider, createTheme } from '@mantine/core';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/PasswordInput.css';
import './styles.css';
import { createRoot } from 'react-dom/client';
import { App } from './app';

/**
 * The page's styles are all in style sheets: none is made at run time, so that the content policy needs no exception.
 */
const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 9, dark: 7 },
  respectReducedMotion: true,
  cursorType: 'pointer',
  autoContrast: true,
  // Without a variant they would take the accent of the theme, on which white cannot be read in the dark.
  components: { Button: { defaultProps: { variant: 'filled' } }, ActionIcon: { defaultProps: { variant: 'filled' } } },
});

createRoot(document.getElementById('root')!).render(
  <MantineProvider
    theme={theme}
    defaultColorScheme="auto"
    withCssVariables={false}
    withGlobalClasses={false}
    withStaticClasses={false}
  >
    <App />
  </MantineProvider>,
);
