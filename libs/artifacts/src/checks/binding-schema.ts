import type { ArtifactBundle, TemplateDefinition } from '@arbiter/contracts';
import { SOURCE } from './bindings';
import { propertySchemaAt, type ValueSchema } from './known';

/** The schema of the value that a binding puts into a step's argument; null where no schema describes it. */
export function schemaOfBinding(
  value: unknown,
  { args, steps }: TemplateDefinition,
  { tools }: ArtifactBundle,
): ValueSchema | null {
  const from = value !== null && typeof value === 'object' && 'from' in value ? String(value.from) : null;
  const parts = from === null ? undefined : SOURCE.exec(from)?.groups;
  if (from === null || !parts) return null;
  const tool = steps.find(({ id }) => id === parts['step'])?.tool;
  const root = parts['argument'] === undefined ? tools.find((known) => known.tool === tool)?.result : args;
  const path = from.split('.').slice(parts['argument'] === undefined ? 3 : 1);
  return propertySchemaAt(root, path);
}
