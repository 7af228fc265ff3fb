import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { GeneratedFile } from './generated-file';

/** The differences from the code: `path: why`, for each file that is missing, differs, or is no longer written. */
export function staleFiles(
  root: string,
  files: readonly GeneratedFile[],
  ownedFolders: readonly string[],
): readonly string[] {
  const known = new Set(files.map(({ path }) => path));
  const found = ownedFolders.flatMap((folder) =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => `${folder}/${name}`) : [],
  );
  return [
    ...files.flatMap(({ path, text }) => {
      if (!existsSync(join(root, path))) return [`${path}: missing`];
      return readFileSync(join(root, path), 'utf8') === text ? [] : [`${path}: differs from the code`];
    }),
    ...found.filter((path) => !known.has(path)).map((path) => `${path}: nothing writes it any more`),
  ];
}
