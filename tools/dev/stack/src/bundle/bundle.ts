import { spawnSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { APPS } from '@arbiter/contracts';
import { DECIDED_CATEGORIES, domainRules } from '@arbiter/runtime';
import { build, type Plugin } from 'rolldown';
import { ROOT } from '../system/root';
import { BUNDLE, SERVICES } from './current-bundle';
import { FACES } from './faces';
import { OWN_CODE } from './own-code';

const ENTRY = join(dirname(BUNDLE), 'entry.js');
const LOAD_MILLISECONDS = 60_000;
/**
 * The model is loaded by its own thread, and the PDF reader only when a PDF is read. Optional parts of packages that
 * are not installed are left out by themselves.
 */
const LEFT_OUT = [/^@energetic-ai\//, /^unpdf/];

/** Compiled code of all services in one file; a service started meanwhile finds the one before. */
export async function bundle(): Promise<void> {
  const unfinished = `${BUNDLE}.${process.pid}`;
  try {
    await build({
      cwd: ROOT,
      input: ENTRY,
      platform: 'node',
      external: LEFT_OUT,
      plugins: [ENTRIES, PLACES, RULES, FACES],
      logLevel: 'silent',
      // A single letter beyond Latin-1 would double the memory that the text takes in every process.
      output: {
        file: unfinished,
        format: 'cjs',
        keepNames: true,
        codeSplitting: false,
        charset: 'ascii',
        comments: false,
      },
    });
    renameSync(unfinished, BUNDLE);
    keepCompiled();
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/**
 * All services load and, without any setting, end at once; the code that V8 compiled for that is stored
 * (`services.ts`).
 */
const keepCompiled = (): unknown =>
  spawnSync(process.execPath, [SERVICES, 'all', 'keep-compiled'], {
    env: {},
    stdio: 'ignore',
    timeout: LOAD_MILLISECONDS,
  });

/** Only the imports of the requested app are run, so one file serves all apps without costing each. */
const ENTRIES: Plugin = {
  name: 'entries',
  resolveId: (id) => (id === ENTRY ? id : null),
  load: (id) =>
    id === ENTRY
      ? [
          'switch (process.argv[2]) {',
          ...[...APPS, 'all'].map((app) => `  case '${app}': require('../../${app}/dist/main.js'); break;`),
          `  default: throw new Error(\`there is no service "\${process.argv[2]}"; name one of ${[...APPS, 'all'].join(', ')}\`);`,
          '}',
        ].join('\n')
      : null,
};

/**
 * A file of ours that uses its own path gets the folder of its compiled file, and finds its SQL and its threads there.
 */
const PLACES: Plugin = {
  name: 'places',
  transform: (code, id) => {
    if (!OWN_CODE.test(id) || !/\b__(dirname|filename)\b/.test(code)) return null;
    const folder = JSON.stringify(relative(dirname(BUNDLE), dirname(id)));
    return code
      .replaceAll(/\b__dirname\b/g, `require('node:path').join(__dirname, ${folder})`)
      .replaceAll(/\b__filename\b/g, JSON.stringify(basename(id)));
  },
};

const RULES_HASH = join(ROOT, 'libs/runtime/dist/rules/rules-hash.js');
const DOMAIN = join(ROOT, 'libs/domain/dist/index.js');

/**
 * The deciding code is in this file exactly as it was read for it, so the hashes of its rules are computed here, and
 * not again at each start.
 */
const RULES: Plugin = {
  name: 'rules',
  load: (id) => {
    if (id !== RULES_HASH) return null;
    const hashes = DECIDED_CATEGORIES.map((category) => [category, domainRules(category, DOMAIN)] as const);
    return `const HASHES = new Map(${JSON.stringify(hashes)}); exports.domainRules = (category) => HASHES.get(category);`;
  },
};
