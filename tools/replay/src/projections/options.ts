import { parseArgs } from 'node:util';
import { readModels, type ReadModel } from '@arbiter/platform';
import { usage } from '../options';

/** The models to make again: all of them, or the one that is named. Throws a terminal error of code `usage`. */
export function readRebuildOptions(parameters: readonly string[]): readonly ReadModel[] {
  const name = parse(parameters);
  if (name === undefined) return readModels();
  const chosen = readModels().filter((model) => model.name === name);
  if (chosen.length === 0) throw usage(`there is no read model "${name}"; name one of ${readModels().map((model) => model.name).join(', ')}`);
  return chosen;
}

function parse(parameters: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...parameters], options: { model: { type: 'string' } } }).values.model;
  } catch (error) {
    throw usage((error as Error).message);
  }
}
