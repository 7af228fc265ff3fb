import { ARGUMENT_ROLES, ROLE, type ArgumentRole } from '@arbiter/contracts';
import { resolved, type ValueSchema } from './schema';

/** Where a schema of an object speaks of its properties besides `properties` itself. */
const COMBINED = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not', 'dependentSchemas', 'patternProperties'];

/**
 * CP-11: the role of an argument, by its own schema or by any schema within it: an address in a list or in an object is
 * still an address. A reference that cannot be resolved may hide anything, and a rule about all arguments together may
 * be about each: both count.
 */
export function roleOf(name: string, root: ValueSchema): ArgumentRole | null {
  const { properties = {}, ...rest } = root;
  const combined = COMBINED.map((keyword) => (rest as Record<string, unknown>)[keyword]);
  return roleIn([Object.hasOwn(properties, name) ? properties[name] : null, ...combined], root, new Set());
}

function roleIn(value: unknown, root: ValueSchema, seen: Set<unknown>): ArgumentRole | null {
  if (value === null || typeof value !== 'object' || seen.has(value)) return null;
  seen.add(value);
  if (!Array.isArray(value)) {
    const { [ROLE]: role, $ref } = value as ValueSchema;
    const own = ARGUMENT_ROLES.find((known) => known === role);
    if (own !== undefined) return own;
    if (typeof $ref === 'string') {
      const target = resolved(value as ValueSchema, root);
      const found = target === undefined ? 'identity' : roleIn(target, root, seen);
      if (found !== null) return found;
    }
  }
  for (const part of Object.values(value)) {
    const found = roleIn(part, root, seen);
    if (found !== null) return found;
  }
  return null;
}
