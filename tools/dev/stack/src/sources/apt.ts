import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run';

const downloadTimeout = 180_000;
const queryTimeout = 30_000;

/**
 * apt-get with state of its own. It neither needs root nor changes the machine's apt: with the machine's
 * package lists first, and where they are missing or out of date, with lists that it fetches into a folder that
 * `close` removes. One folder each: two apt-get at the same lists spoil them.
 */
export class Apt {
  private ownLists = false;

  private constructor(private readonly folder: string) {}

  /** Throws when this is no Debian. */
  static async open(packagesFolder: string): Promise<Apt> {
    await run('apt-get', ['--version'], { timeoutMilliseconds: queryTimeout });
    await run('dpkg-deb', ['--version'], { timeoutMilliseconds: queryTimeout });
    mkdirSync(packagesFolder, { recursive: true });
    const folder = mkdtempSync(join(packagesFolder, '.apt-'));
    for (const inner of ['lists/partial', 'cache/archives/partial', 'log'])
      mkdirSync(join(folder, inner), { recursive: true });
    return new Apt(folder);
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Puts the packages' archives, checked by apt against its signed lists, into `target`. */
  async download(packages: string[], target: string): Promise<void> {
    const fetch = () => this.apt('apt-get', ['download', ...packages], downloadTimeout, target);
    try {
      await fetch();
    } catch (error) {
      if (this.ownLists) throw error;
      await this.fetchLists();
      await fetch();
    }
  }

  /** The libraries that these packages depend on directly and that the machine has not installed. */
  async libraryDependencies(packages: string[]): Promise<string[]> {
    const answer = await this.apt('apt-cache', ['depends', '--important', ...packages], queryTimeout);
    const names = [...answer.matchAll(/^\s+\|?Depends: (lib[^\s<>:]+)/gm)].map(([, name]) => name as string);
    const wanted: string[] = [];
    for (const name of new Set(names)) if (!(await isInstalled(name))) wanted.push(name);
    return wanted;
  }

  /** The versioned package, `postgresql-15` say, that the package without a version depends on. */
  async versioned(name: string): Promise<string> {
    const ask = () => this.apt('apt-cache', ['depends', '--important', name], queryTimeout);
    const find = async () => new RegExp(`Depends: (${name}-\\d+)$`, 'm').exec(await ask().catch(() => ''))?.[1];
    const found = await find();
    if (found !== undefined) return found;
    await this.fetchLists();
    const afterwards = await find();
    if (afterwards === undefined) throw new Error(`apt knows no ${name}`);
    return afterwards;
  }

  private async fetchLists(): Promise<void> {
    this.ownLists = true;
    try {
      await this.apt('apt-get', ['update'], downloadTimeout);
    } catch {
      // One unreachable repository of several fails the update as a whole: the download that follows shows whether ours
      // is there.
    }
  }

  /** With the whole environment: it may hold a proxy or APT_CONFIG that the machine needs. */
  private apt(
    tool: 'apt-get' | 'apt-cache',
    words: string[],
    timeoutMilliseconds: number,
    directory?: string,
  ): Promise<string> {
    return run(tool, [...this.options(), ...words], {
      directory,
      timeoutMilliseconds,
      environment: { ...process.env, LC_ALL: 'C' },
    });
  }

  private options(): string[] {
    const settings: Record<string, string> = {
      'Dir::Cache': join(this.folder, 'cache'),
      'Dir::Log': join(this.folder, 'log'),
      'Debug::NoLocking': '1',
      // When run as root, apt would hand the download to a user that cannot reach our folder.
      'APT::Sandbox::User': process.getuid?.() === 0 ? 'root' : '',
      ...(this.ownLists ? { 'Dir::State::lists': join(this.folder, 'lists') } : {}),
    };
    return ['-q', ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])];
  }
}

async function isInstalled(name: string): Promise<boolean> {
  try {
    return (
      (await run('dpkg-query', ['-W', '-f', '${db:Status-Status}', name], { timeoutMilliseconds: queryTimeout })) ===
      'installed'
    );
  } catch {
    return false;
  }
}
