import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';

/** Mantine marks its modules for servers that render; here there is none. */
const onLog = (level, log, handle) => {
  if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
};

/** Beside each file what ingress sends a browser that takes gzip. */
const compressed = {
  name: 'compressed',
  writeBundle: ({ dir }, files) => {
    for (const file of Object.keys(files).map((name) => join(dir, name)))
      writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
  },
};

/**
 * Everything but index.html is named by its content; ingress serves the folder as it is. JSX is Vite's own transform's
 * matter.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [compressed],
  publicDir: false,
  clearScreen: false,
  logLevel: 'warn',
  resolve: {
    alias: Object.fromEntries(
      ['run-view', 'instance-progress'].map((name) => [
        `@arbiter/contracts/${name}`,
        join(import.meta.dirname, `../../libs/contracts/src/${name}.ts`),
      ]),
    ),
  },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { onLog },
  },
});
