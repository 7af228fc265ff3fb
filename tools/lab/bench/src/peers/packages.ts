import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { defaultPackagesFolder } from '@arbiter/stack';

const execute = promisify(execFile);

/**
 * Restate's server is under BUSL-1.1, the SDKs are under MIT: they are fetched from where they are published, and
 * nothing of them is passed on.
 */
export const VERSIONS = {
  '@restatedev/restate-server': '1.7.12',
  '@restatedev/restate-sdk': '1.17.2',
  '@dbos-inc/dbos-sdk': '5.3.0',
} as const;

const APPLICATIONS = resolve(__dirname, '../../peers');
const MANIFEST = `${JSON.stringify({ private: true, dependencies: VERSIONS }, null, 2)}\n`;
/**
 * Install scripts might report the user; none is needed. One retry: without a network npm's own three take minutes to
 * fail.
 */
const FLAGS = [
  '--no-audit',
  '--no-fund',
  '--no-save',
  '--ignore-scripts',
  '--include=optional',
  '--fetch-retries=1',
  '--loglevel=error',
];
const INSTALL_MILLISECONDS = 600_000;

/**
 * The peers' packages, in a folder of their own: no dependency of this project, and installed only for this comparison.
 */
export class PeerPackages {
  private constructor(private readonly folder: string) {}

  /** Installs them unless they are there in these versions. */
  static async open(report: (line: string) => void, signal: AbortSignal): Promise<PeerPackages> {
    const folder = join(defaultPackagesFolder(), 'peers');
    const manifest = join(folder, 'package.json');
    if (!existsSync(manifest) || readFileSync(manifest, 'utf8') !== MANIFEST) {
      report('installing Restate and DBOS…');
      await install(folder, signal);
    }
    return new PeerPackages(folder);
  }

  /** A program of tools/lab/bench/peers, copied to where it finds its imports. */
  application(name: 'restate' | 'dbos'): string {
    const file = join(this.folder, `${name}.mjs`);
    copyFileSync(join(APPLICATIONS, `${name}.mjs`), file);
    return file;
  }

  get restateServer(): string {
    const platform = `${process.platform}-${process.arch}`;
    const file = join(this.folder, `node_modules/@restatedev/restate-server-${platform}/bin/restate-server`);
    if (existsSync(file)) return file;
    throw new Error(`Restate has no server for ${platform} among its packages; compare on linux-x64 or linux-arm64`);
  }
}

/** Put in place when whole, so that an installation cut short is never used. */
async function install(folder: string, signal: AbortSignal): Promise<void> {
  const work = `${folder}.${process.pid}`;
  mkdirSync(work, { recursive: true });
  try {
    writeFileSync(join(work, 'package.json'), MANIFEST);
    await execute('npm', ['install', ...FLAGS], { cwd: work, timeout: INSTALL_MILLISECONDS, signal });
    rmSync(folder, { recursive: true, force: true });
    renameSync(work, folder);
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(
      `the peers could not be installed (${reasonOf(error)}); connect this machine to the registry that npm is set up with and run this again`,
      { cause: error },
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** npm's own words, the first lines of them: the last only name its log. */
function reasonOf(error: unknown): string {
  const { stderr, killed, message } = error as Error & { stderr?: string; killed?: boolean };
  if (killed) return `no end within ${INSTALL_MILLISECONDS / 60_000} minutes`;
  const said = (stderr ?? '')
    .split('\n')
    .map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trim())
    .filter((line) => line !== '');
  return said.slice(0, 4).join(', ') || message;
}
