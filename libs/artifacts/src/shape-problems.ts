import { artifactSchemas } from '@arbiter/contracts';
import { ownSchemaCompiler, type ErrorObject, type ValidateFunction } from '@arbiter/models';
import type { ArtifactProblem } from './artifact-error';
import type { ArtifactSource, Path } from './artifact-source';
import { itemAt } from './named-item';

type Shape = keyof ReturnType<typeof artifactSchemas>;

/** A value that is not as its schema wants it. */
export interface Deviation {
  readonly path: Path;
  readonly reason: string;
  readonly fix: string;
}

const validators = new Map<Shape, ValidateFunction>();

function validatorOf(file: Shape): ValidateFunction {
  const known = validators.get(file) ?? ownSchemaCompiler().compile(artifactSchemas()[file]);
  validators.set(file, known);
  return known;
}

/** Every deviation of the file from its schema, with its line and the correction. */
export function shapeProblems(name: Shape, source: ArtifactSource): ArtifactProblem[] {
  const validate = validatorOf(name);
  if (validate(source.value))
    return notJson(source.value, []).map((path) =>
      source.problem(path, 'this is not a number JSON knows', 'write a finite number'),
    );
  return deviationsOf(validate.errors ?? []).map(({ path, reason, fix }) =>
    source.problem(path, `${itemAt(source.value, path)}${reason}`, fix),
  );
}

/** The errors of a schema check, for people; `whole` names the value that was checked. */
export function deviationsOf(errors: readonly ErrorObject[], whole = 'the file'): readonly Deviation[] {
  const choices = errors
    .filter(({ keyword }) => keyword === 'anyOf')
    .map((choice) => ({ choice, meant: meantOf(choice) }));
  const leading = errors.filter((error) => {
    const meant = choices.find(({ choice, meant }) => meant !== null && liesIn(error, choice));
    if (meant)
      return error !== meant.choice && error.schemaPath.startsWith(`${meant.choice.schemaPath}/${meant.meant}/`);
    // The branches of a failed choice say nothing that the choice itself does not say.
    return !error.schemaPath.includes('/anyOf/');
  });
  return leading.map((error) => deviationOf(error, whole));
}

const liesIn = (error: ErrorObject, choice: ErrorObject): boolean =>
  error.schemaPath.startsWith(choice.schemaPath) && `${error.instancePath}/`.startsWith(`${choice.instancePath}/`);

/** The branch of a union that a value chooses by its discriminator (a `const` property); null when it chooses none. */
function meantOf({ schema, data }: ErrorObject): number | null {
  const branches = schema as { properties?: Record<string, { const?: unknown }> }[];
  const meant = branches.findIndex(({ properties = {} }) =>
    Object.entries(properties).some(
      ([name, { const: word }]) => word !== undefined && (data as Record<string, unknown> | null)?.[name] === word,
    ),
  );
  return meant < 0 ? null : meant;
}

function deviationOf(error: ErrorObject, whole: string): Deviation {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const where = path.length === 0 ? whole : `\`${path.join('.')}\``;
  switch (error.keyword) {
    case 'required':
      return { path, reason: `${where} lacks \`${error.params['missingProperty']}\``, fix: 'add it' };
    case 'additionalProperties': {
      const name = String(error.params['additionalProperty']);
      const known = Object.keys((error.parentSchema?.['properties'] ?? {}) as object);
      return {
        path: [...path, name],
        reason: `${where} holds an unknown \`${name}\``,
        fix: `remove it or use one of ${known.join(', ')}`,
      };
    }
    case 'enum':
      return {
        path,
        reason: `${where} is none of the words it may be`,
        fix: `use one of ${(error.params['allowedValues'] as string[]).join(', ')}`,
      };
    case 'anyOf': {
      const words = (error.schema as { const?: unknown }[]).map((branch) => branch.const);
      if (words.includes(undefined)) return { path, reason: `${where} is nothing it may be`, fix: hintOf(error) };
      return { path, reason: `${where} is none of the words it may be`, fix: `use one of ${words.join(', ')}` };
    }
    case 'type':
      return { path, reason: `${where} ${error.message}`, fix: typeFixOf(error) ?? hintOf(error) };
    default:
      return { path, reason: `${where} ${error.message}`, fix: hintOf(error) };
  }
}

/** How to write a value that YAML takes for one of another type. */
function typeFixOf({ data, params }: ErrorObject): string | null {
  const wanted = [params['type']].flat().map(String);
  if (wanted.includes('boolean') && /^(?:y|yes|n|no|on|off)$/i.test(String(data))) return 'write true or false';
  if (wanted.includes('string') && ['number', 'boolean'].includes(typeof data))
    return `put it in quotes: '${String(data)}'`;
  if (wanted.includes('string') && data === null) return 'write a text; nothing, ~ and null are none';
  const isNumber = typeof data === 'string' && data.trim() !== '' && Number.isFinite(Number(data));
  return isNumber && wanted.some((type) => /number|integer/.test(type)) ? 'write the number without quotes' : null;
}

function hintOf({ parentSchema }: ErrorObject): string {
  const description = parentSchema?.['description'];
  return typeof description === 'string' ? `it is meant as: ${description}` : 'change its value';
}

/** The places of numbers that YAML can write and JSON cannot. */
function notJson(value: unknown, path: Path): Path[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [path];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => notJson(inner, [...path, key]));
}
