import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { answerHelp, readArguments } from '../../command-line/command-line.cjs';
import { OWNED_FOLDERS, generatedFiles } from './generated-files';
import { staleFiles } from './stale-files';

const ROOT = resolve(__dirname, '../../../..');

/** `npm run generate` writes the files that come from the code; with `--check` it only names stale ones and fails. */
function main(): number {
  const isCheck = readArguments('generate', process.argv.slice(2)).flags.has('check');
  const files = generatedFiles(ROOT);
  const stale = staleFiles(ROOT, files, OWNED_FOLDERS);
  for (const line of stale) process.stdout.write(`${line}\n`);
  if (isCheck) {
    process.stdout.write(
      stale.length === 0 ? `${files.length} generated files are current\n` : 'run `npm run generate`\n',
    );
    return stale.length === 0 ? 0 : 1;
  }
  const paths = new Set(stale.map((line) => line.slice(0, line.indexOf(': '))));
  for (const path of paths) {
    const file = files.find((candidate) => candidate.path === path);
    if (!file) rmSync(join(ROOT, path), { recursive: true });
    else {
      mkdirSync(dirname(join(ROOT, path)), { recursive: true });
      writeFileSync(join(ROOT, path), file.text);
    }
  }
  process.stdout.write(`${paths.size} of ${files.length} generated files written\n`);
  return 0;
}

answerHelp('generate');
try {
  process.exitCode = main();
} catch (error) {
  process.stderr.write(`arbiter: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
