import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { withoutComments } from './without-comments';

/** The exported names that are used of a file; `all` when that cannot be determined. */
type Names = ReadonlySet<string> | 'all';

/** Code that decides. */
export interface DecidingCode {
  /** the text of each file without comments, by a name that is the same on every machine */
  readonly files: ReadonlyMap<string, string>;
  /** libraries by name, with the version that is installed */
  readonly libraries: ReadonlyMap<string, string>;
}

interface Package {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | { readonly default: string }>>;
}

interface Import {
  readonly specifier: string;
  readonly names: Names;
}

const OWN = '@arbiter/';
const ENDINGS = ['', '.js', '.mjs', '.ts', '.mts', '/index.js', '/index.ts'];
const BUILT_IN = /^node:/;

/**
 * All code that these exports of a compiled package import, transitively: our own files by their content, libraries and
 * their dependencies by version. A file that only re-exports (index.js) is followed only to the exports that are used.
 */
export function decidingCode(roots: readonly (readonly [entry: string, names: readonly string[]])[]): DecidingCode {
  const walk = new Walk();
  for (const [entry, names] of roots) walk.enter(entry, new Set(names));
  return { files: new Map([...walk.files].toSorted()), libraries: new Map([...walk.libraries].toSorted()) };
}

class Walk {
  readonly files = new Map<string, string>();
  readonly libraries = new Map<string, string>();
  private readonly entered = new Set<string>();
  private readonly sources = new Sources();

  enter(file: string, names: Names): void {
    const text = this.sources.textOf(file);
    const passed = passedOn(text);
    if (passed === null) return this.read(file, text);
    const key = `${file} ${names === 'all' ? names : [...names].toSorted().join()}`;
    if (this.entered.has(key)) return;
    this.entered.add(key);
    for (const { specifier, names: offered } of passed) {
      const target = targetOf(file, specifier);
      const wanted =
        names === 'all' ? 'all' : wantedOf(names, offered === 'all' ? this.sources.exportsOf(target) : offered);
      if (wanted === 'all' || wanted.size > 0) this.enter(target, wanted);
    }
  }

  private read(file: string, text: string): void {
    const name = nameOf(file);
    if (this.files.has(name)) return;
    this.files.set(name, text);
    for (const { specifier, names } of importsOf(text)) {
      if (BUILT_IN.test(specifier)) continue;
      if (specifier.startsWith('.') || specifier.startsWith(OWN)) this.enter(targetOf(file, specifier), names);
      else
        this.install(
          specifier
            .split('/')
            .slice(0, specifier.startsWith('@') ? 2 : 1)
            .join('/'),
          file,
        );
    }
  }

  private install(library: string, from: string): void {
    const found = installed(library, from);
    if (!found) return;
    const { version, dependencies = {} } = JSON.parse(readFileSync(found, 'utf8')) as Package;
    const key = `${library}@${version}`;
    if (this.libraries.has(key)) return;
    this.libraries.set(key, version);
    for (const dependency of Object.keys(dependencies)) this.install(dependency, found);
  }
}

const wantedOf = (names: ReadonlySet<string>, offered: Names): Names =>
  offered === 'all' ? 'all' : names.intersection(offered);

/** Files without comments, each read once in a walk; a service that runs for weeks does not keep them. */
class Sources {
  private readonly texts = new Map<string, string>();

  textOf(file: string): string {
    const known = this.texts.get(file);
    if (known !== undefined) return known;
    const text = withoutComments(readFileSync(file, 'utf8'));
    this.texts.set(file, text);
    return text;
  }

  /** The exported names of a file, through any number of files that re-export them. */
  exportsOf(file: string): Names {
    const text = this.textOf(file);
    const passed = passedOn(text);
    if (passed === null)
      return file.endsWith('.js') ? new Set([...text.matchAll(/\bexports\.(\w+) =/g)].map(([, name]) => name!)) : 'all';
    const names = passed.map(({ specifier, names: own }) =>
      own === 'all' ? this.exportsOf(targetOf(file, specifier)) : own,
    );
    return names.some((one) => one === 'all') ? 'all' : new Set(names.flatMap((one) => [...one]));
  }
}

/** The re-exports of a file that has nothing else; else null. */
function passedOn(text: string): readonly Import[] | null {
  const stars = [
    ...text.matchAll(/^(?:__exportStar\(require\("([^"]+)"\), exports\)|export \* from '([^']+)');/gm),
  ].map(([, one, other]) => ({ specifier: (one ?? other)!, names: 'all' as const }));
  if (stars.length === 0) return null;
  const single = [...text.matchAll(/^var (\w+) = require\("([^"]+)"\);/gm)].map(([, variable, specifier]) => ({
    specifier: specifier!,
    names: usedOf(text, variable!),
  }));
  return [...stars, ...single];
}

/** The imports of a file; for one bound to a variable, as TypeScript compiles it, the names that are used. */
function importsOf(text: string): readonly Import[] {
  const bound = [...text.matchAll(/^(?:const|var) (\w+) = require\("([^"]+)"\);/gm)].map(([, variable, specifier]) => ({
    specifier: specifier!,
    names: usedOf(text, variable!),
  }));
  const known = new Set(bound.map(({ specifier }) => specifier));
  const others = [...text.matchAll(/(?:\brequire\(|\bimport\(|\bfrom |^import )['"]([^'"\n]+)['"]/gm)]
    .map(([, specifier]) => specifier!)
    .filter((specifier) => !known.has(specifier));
  return [...bound, ...others.map((specifier) => ({ specifier, names: 'all' as const }))];
}

const usedOf = (text: string, variable: string): ReadonlySet<string> =>
  new Set([...text.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'))].map(([, name]) => name!));

function targetOf(from: string, specifier: string): string {
  if (specifier.startsWith(OWN)) return entryOf(specifier, from);
  const path = resolve(dirname(from), specifier);
  const found = [...ENDINGS.map((ending) => path + ending), path.replace(/\.mjs$/, '.mts')].find(
    (file) => /\.m?[jt]s$/.test(file) && existsSync(file),
  );
  if (!found) throw new Error(`${from} imports ${specifier}, which is not there`);
  return found;
}

/** The file that a package of ours is entered by. Throws when it is not installed. */
export function entryOf(name: string, from: string): string {
  const found = installed(name, from);
  if (!found) throw new Error(`${from} imports ${name}, which is not installed`);
  const { exports } = JSON.parse(readFileSync(found, 'utf8')) as Package;
  const entry = exports?.['.'] ?? './dist/index.js';
  return realpathSync(join(dirname(found), typeof entry === 'string' ? entry : entry.default));
}

/** The package.json of a library, where a file in `from` finds it. */
function installed(library: string, from: string): string | null {
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', library, 'package.json');
    if (existsSync(path)) return realpathSync(path);
    if (folder === dirname(folder)) return null;
  }
}

/** A file by its package's folder and its place in it. */
function nameOf(file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return `${basename(folder)}${file.slice(folder.length)}`;
}
