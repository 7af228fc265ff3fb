import { execFile } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../system/root';

/** Every service in one file (decision 0059). */
export const BUNDLE = join(ROOT, 'apps/all/dist/services.bundle.js');
/** Runs the bundle: `node apps/all/dist/services.js <app>`; `all` runs the seven in one process. */
export const SERVICES = join(ROOT, 'apps/all/dist/services.js');

/** A limit for hanging only: a busy machine takes minutes. */
const LIMIT_MILLISECONDS = 600_000;

let making: Promise<unknown> | undefined;

/** The path of the script that runs the bundle, which is made first when any file was compiled since. */
export async function currentBundle(): Promise<string> {
  if (!isCurrent()) await (making ??= make().finally(() => (making = undefined)));
  return SERVICES;
}

/** In a process of its own: nothing else here needs the modules that a bundler loads. */
const make = (): Promise<unknown> =>
  promisify(execFile)(process.execPath, [join(ROOT, 'tools/dev/stack/dist/commands/bundle.js')], {
    timeout: LIMIT_MILLISECONDS,
  });

function isCurrent(): boolean {
  if (!existsSync(BUNDLE)) return false;
  const made = statSync(BUNDLE).mtimeMs;
  const compiled = globSync('{apps,libs}/*/{tsconfig.tsbuildinfo,dist/.compiled}', { cwd: ROOT });
  return [...compiled, 'package-lock.json'].every((file) => statSync(join(ROOT, file)).mtimeMs < made);
}
