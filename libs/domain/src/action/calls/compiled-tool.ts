import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import {
  PERSONAL_KEYWORD,
  ROLE_KEYWORD,
  type ArtifactBundle,
  type ExtensionDefinition,
  type ToolDefinition,
} from '@arbiter/contracts';
import { describeSchemaError } from '../../schema-error';

const MAXIMUM_ERRORS = 10;

/** A tool of one bundle, ready for use; compiled once, when it is first needed. */
export interface CompiledTool {
  readonly definition: ToolDefinition;
  readonly extension: ExtensionDefinition | undefined;
  /** what is wrong with the arguments, each naming its field; throws when the schema itself cannot be used */
  readonly argumentErrors: (args: unknown) => readonly string[];
  /** throws when the schema itself cannot be used */
  readonly isResult: (result: unknown) => boolean;
}

const compiledTools = new WeakMap<ArtifactBundle, Map<string, CompiledTool>>();

export function compiledTool(bundle: ArtifactBundle, name: string): CompiledTool | undefined {
  let tools = compiledTools.get(bundle);
  if (!tools) compiledTools.set(bundle, (tools = compileAll(bundle)));
  return tools.get(name);
}

function compileAll(bundle: ArtifactBundle): Map<string, CompiledTool> {
  // addUsedSchema: two tools may carry a schema with the same $id.
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    strictRequired: false,
    allErrors: true,
    addUsedSchema: false,
    logger: false,
  });
  addFormats(ajv);
  ajv.addKeyword(PERSONAL_KEYWORD);
  ajv.addKeyword(ROLE_KEYWORD);
  const extensions = new Map(bundle.extensions.map((extension) => [extension.extension, extension]));
  return new Map(
    bundle.tools.map((definition) => [definition.tool, compile(ajv, definition, extensions.get(definition.extension))]),
  );
}

function compile(ajv: Ajv2020, definition: ToolDefinition, extension: ExtensionDefinition | undefined): CompiledTool {
  const args = lazily(() => ajv.compile(definition.args as object));
  const result = lazily(() => ajv.compile(definition.result as object));
  return {
    definition,
    extension,
    argumentErrors: (value) =>
      args()(value)
        ? []
        : (args().errors ?? []).slice(0, MAXIMUM_ERRORS).map((error) => describeSchemaError(error, 'this tool')),
    isResult: (value) => definition.result === undefined || result()(value),
  };
}

function lazily(compileSchema: () => ValidateFunction): () => ValidateFunction {
  let validate: ValidateFunction | undefined;
  return () => (validate ??= compileSchema());
}
