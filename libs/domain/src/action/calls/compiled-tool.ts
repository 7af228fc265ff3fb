import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020';
import { hintOfNumber, type ArtifactBundle, type ExtensionDefinition, type ToolDefinition } from '@arbiter/contracts';
import { schemaCompiler } from '../../schema-compiler';
import { describeSchemaError } from '../../schema-error';
import { withoutOddRecords } from './odd-records';

const MAXIMUM_ERRORS = 10;

/** A tool of one bundle, ready for use; compiled once, when it is first needed. */
export interface CompiledTool {
  readonly definition: ToolDefinition;
  readonly extension: ExtensionDefinition | undefined;
  /** the errors of the arguments, each naming its field; throws when the schema itself is invalid */
  readonly argumentErrors: (args: unknown) => readonly string[];
  /** throws when the schema itself cannot be used */
  readonly isResult: (result: unknown) => boolean;
  /** a result that does not fit, without the records of its list that do not; null where more than those do not fit */
  readonly listThatFits: (result: unknown) => unknown;
  /** of a result that does not fit: the JSON pointer of a number that cannot be kept, and the fix; empty without one */
  readonly hintOfResult: (result: unknown) => string;
}

const compiled = schemaCompiler({ strict: true, allowUnionTypes: true, strictRequired: false, allErrors: true });
const compiledTools = new WeakMap<ArtifactBundle, Map<string, CompiledTool>>();

export function compiledTool(bundle: ArtifactBundle, name: string): CompiledTool | undefined {
  let tools = compiledTools.get(bundle);
  if (!tools) compiledTools.set(bundle, (tools = compileAll(bundle)));
  return tools.get(name);
}

function compileAll(bundle: ArtifactBundle): Map<string, CompiledTool> {
  const extensions = new Map(bundle.extensions.map((extension) => [extension.extension, extension]));
  return new Map(
    bundle.tools.map((definition) => [definition.tool, compile(definition, extensions.get(definition.extension))]),
  );
}

function compile(definition: ToolDefinition, extension: ExtensionDefinition | undefined): CompiledTool {
  const args = lazily(() => compiled(definition.args as object));
  const result = lazily(() => compiled(definition.result as object));
  return {
    definition,
    extension,
    argumentErrors: (value) =>
      args()(value)
        ? []
        : (args().errors ?? []).slice(0, MAXIMUM_ERRORS).map((error) => describeSchemaError(error, 'this tool')),
    isResult: (value) => definition.result === undefined || result()(value),
    listThatFits: (value) =>
      definition.list === undefined || definition.riskClass !== 'read' || result()(value)
        ? null
        : withoutOddRecords(value, definition.list, result().errors ?? []),
    hintOfResult: (value) => (result()(value) ? '' : hintIn(result().errors ?? [])),
  };
}

/** A vendor's own names have no place in it. */
const POINTER = /^[\w/]{0,120}$/;

function hintIn(errors: readonly ErrorObject[]): string {
  const lost = errors.find(({ keyword, data }) => keyword === 'type' && hintOfNumber(data) !== '');
  if (!lost) return '';
  return `; ${POINTER.test(lost.instancePath) ? lost.instancePath : 'it'} ${lost.message}${hintOfNumber(lost.data)}`;
}

function lazily(compileSchema: () => ValidateFunction): () => ValidateFunction {
  let validate: ValidateFunction | undefined;
  return () => (validate ??= compileSchema());
}
