import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';

/** The project's folder, from the sources and from their compiled files. */
export const ROOT = resolve(__dirname, __dirname.endsWith('dist') ? '../../..' : '../..');

/** The names of the tenants' folders that are deployed. */
export const TENANTS: readonly string[] = readdirSync(resolve(ROOT, 'deploy/tenants')).sort();

export const textOf = (path: string): string => readFileSync(resolve(ROOT, path), 'utf8');

/** Compose resolves merge keys. */
export const yamlOf = (path: string): unknown => parse(textOf(path), { merge: true });

/** `NAME=value` lines by name, in order. */
export const environmentOf = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name as string, value as string]));
