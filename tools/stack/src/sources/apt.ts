import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run';

const downloadTimeout = 180_000;
const queryTimeout = 30_000;

/**
 * apt-get with state of its own. It neither needs root nor changes the machine's apt: with the machine's
 * package lists first, and where they are missing or out of date, with lists that it fetches into our folder.
 */
export class Apt {
  private ownLists = false;

  private constructor(private readonly folder: string) {}

  /** Throws when this is no Debian. */
  static async open(packagesFolder: string): Promise<Apt> {
    await run('apt-get', ['--version'], { timeoutMilliseconds: queryTimeout });
    await run('dpkg-deb', ['--version'], { timeoutMilliseconds: queryTimeout });
    const folder = join(packagesFolder, '.apt');
    for (const inner of ['lists/partial', 'cache/archives/partial', 'log']) mkdirSync(join(folder, inner), { recursive: true });
    return new Apt(folder);
  }

  /** Puts the packages' archives, checked by apt against its signed lists, into `target`. */
  async download(packages: string[], target: string): Promise<void> {
    const fetch = () => run('apt-get', [...this.options(), 'download', ...packages], { directory: target, timeoutMilliseconds: downloadTimeout });
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
    const answer = await run('apt-cache', [...this.options(), 'depends', '--important', ...packages], { timeoutMilliseconds: queryTimeout });
    const names = [...answer.matchAll(/^\s+\|?Depends: (lib[^\s<>:]+)/gm)].map(([, name]) => name as string);
    const wanted: string[] = [];
    for (const name of new Set(names)) if (!(await isInstalled(name))) wanted.push(name);
    return wanted;
  }

  private async fetchLists(): Promise<void> {
    this.ownLists = true;
    try {
      await run('apt-get', [...this.options(), 'update'], { timeoutMilliseconds: downloadTimeout });
    } catch {
      // One unreachable repository of several fails the update as a whole: the download that follows tells whether ours is there.
    }
  }

  private options(): string[] {
    const settings: Record<string, string> = {
      'Dir::Cache': join(this.folder, 'cache'),
      'Dir::Log': join(this.folder, 'log'),
      'Debug::NoLocking': '1',
      // As root apt would hand the download to a user that cannot reach our folder.
      'APT::Sandbox::User': process.getuid?.() === 0 ? 'root' : '',
      ...(this.ownLists ? { 'Dir::State::lists': join(this.folder, 'lists') } : {}),
    };
    return ['-q', ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])];
  }
}

async function isInstalled(name: string): Promise<boolean> {
  try {
    return (await run('dpkg-query', ['-W', '-f', '${db:Status-Status}', name], { timeoutMilliseconds: queryTimeout })) === 'installed';
  } catch {
    return false;
  }
}
