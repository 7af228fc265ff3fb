import { globSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');
const PROJECTS = globSync('{apps,libs,tools,tools/*}/*/tsconfig.json', { cwd: ROOT }).map((file) =>
  join(ROOT, dirname(file)),
);
const FOLDERS = new Map(PROJECTS.map((folder) => [nameOf(folder), folder]));

function nameOf(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string }).name;
}

/** The folders of the projects that are built before one, as its configurations say. */
function referencesOf(folder: string): ReadonlySet<string> {
  const configurations = readdirSync(folder).filter((name) => /^tsconfig(?:\.\w+)?\.json$/.test(name));
  return new Set(
    configurations.flatMap((name) => {
      const { references = [] } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
        readonly references?: readonly { readonly path: string }[];
      };
      return references.map(({ path }) => resolve(folder, path.replace(/\/[^/]+\.json$/, '')));
    }),
  );
}

/** The names of the other projects whose packages the sources and tests of one import. */
function importsOf(folder: string): ReadonlySet<string> {
  const files = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  );
  return new Set(
    files.flatMap((path) =>
      [...readFileSync(join(folder, 'src', path), 'utf8').matchAll(/\bfrom '(@arbiter\/[\w-]+)/g)].map(
        ([, name]) => name!,
      ),
    ),
  );
}

describe('a project', () => {
  it.each(PROJECTS.map((folder) => [nameOf(folder), folder]))(
    'refers to every project that it imports, so that a clean clone is built in order: %s',
    (name, folder) => {
      const references = referencesOf(folder);
      const missing = [...importsOf(folder)].filter((imported) => {
        const other = FOLDERS.get(imported);
        return imported !== name && other !== undefined && !references.has(other);
      });
      expect(missing).toEqual([]);
    },
  );

  it('is found at all', () => {
    expect(PROJECTS.length).toBeGreaterThan(15);
    expect(importsOf(join(ROOT, 'apps/router'))).toContain('@arbiter/domain');
  });
});
