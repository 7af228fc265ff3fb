import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';

/** The project's folder, from the sources and from what is built of them. */
export const ROOT = resolve(__dirname, __dirname.endsWith('dist') ? '../../..' : '../..');

/** Whose folders are deployed, by name. */
export const TENANTS: readonly string[] = readdirSync(resolve(ROOT, 'deploy/tenants')).sort();

export const textOf = (path: string): string => readFileSync(resolve(ROOT, path), 'utf8');

/** Merge keys are part of what Compose reads. */
export const yamlOf = (path: string): unknown => parse(textOf(path), { merge: true });

/** `NAME=value` lines by name, in order. */
export const environmentOf = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name as string, value as string]));
