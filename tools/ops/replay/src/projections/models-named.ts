import { readModels, type ReadModel } from '@arbiter/views';
import { usage } from '../command';

/** All read models, or the one of this name. Throws a terminal error of code `usage` when there is none. */
export function modelsNamed(name: string | undefined): readonly ReadModel[] {
  if (name === undefined) return readModels();
  const chosen = readModels().filter((model) => model.name === name);
  if (chosen.length === 0)
    throw usage(
      'projections',
      `there is no read model "${name}"; name one of ${readModels()
        .map((model) => model.name)
        .join(', ')}`,
    );
  return chosen;
}
