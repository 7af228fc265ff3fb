import { artifactSchemas, type ArtifactFile } from '@arbiter/contracts';
import type { ArtifactProblem } from './artifact-error';
import type { ArtifactSource, Path } from './artifact-source';
import { schemaCompiler, type ErrorObject, type ValidateFunction } from '../json-schema';

const validators = new Map<ArtifactFile, ValidateFunction>();

function validatorOf(file: ArtifactFile): ValidateFunction {
  const known = validators.get(file) ?? schemaCompiler().compile(artifactSchemas()[file]);
  validators.set(file, known);
  return known;
}

/** Whether the file has the shape its schema wants: every deviation with its line and what to write instead. */
export function shapeProblems(name: ArtifactFile, source: ArtifactSource): ArtifactProblem[] {
  const validate = validatorOf(name);
  if (validate(source.value))
    return notJson(source.value, []).map((path) =>
      source.problem(path, 'this is not a number JSON knows', 'write a finite number'),
    );
  // The branches of a failed choice say nothing that the choice itself does not say.
  const errors = (validate.errors ?? []).filter(({ schemaPath }) => !schemaPath.includes('/anyOf/'));
  return errors.map((error) => problemOf(error, source));
}

function problemOf(error: ErrorObject, source: ArtifactSource): ArtifactProblem {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const where = path.length === 0 ? 'the file' : `\`${path.join('.')}\``;
  switch (error.keyword) {
    case 'required':
      return source.problem(path, `${where} lacks \`${error.params['missingProperty']}\``, 'add it');
    case 'additionalProperties': {
      const name = String(error.params['additionalProperty']);
      const known = Object.keys((error.parentSchema?.['properties'] ?? {}) as object);
      return source.problem(
        [...path, name],
        `${where} holds an unknown \`${name}\``,
        `remove it or use one of ${known.join(', ')}`,
      );
    }
    case 'enum':
      return source.problem(
        path,
        `${where} is none of the words it may be`,
        `use one of ${(error.params['allowedValues'] as string[]).join(', ')}`,
      );
    case 'anyOf': {
      const words = (error.schema as { const?: unknown }[]).map((branch) => branch.const);
      if (words.includes(undefined)) return source.problem(path, `${where} is nothing it may be`, hintOf(error));
      return source.problem(path, `${where} is none of the words it may be`, `use one of ${words.join(', ')}`);
    }
    default:
      return source.problem(path, `${where} ${error.message}`, hintOf(error));
  }
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
