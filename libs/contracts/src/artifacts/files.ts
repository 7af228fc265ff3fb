import { Type, type TSchema } from 'typebox';
import { Closed } from '../vocabulary';
import { CopyDefinition } from './copy';
import { IntentDefinition } from './intent';
import { ModelsDefinition } from './models';
import { PolicyDefinition } from './policy';
import { TemplateDefinition } from './template';
import { ExtensionDefinition, ToolDefinition } from './tool';

/** The files of a tenant's folder, and what each holds. */
export const ARTIFACT_FILES = {
  'intents.yaml': Type.Array(IntentDefinition),
  'templates.yaml': Type.Array(TemplateDefinition),
  'tools.yaml': Closed({ extensions: Type.Array(ExtensionDefinition), tools: Type.Array(ToolDefinition) }),
  'policies.yaml': PolicyDefinition,
  'models.yaml': ModelsDefinition,
  'copy.yaml': CopyDefinition,
} as const satisfies Record<string, TSchema>;
export type ArtifactFile = keyof typeof ARTIFACT_FILES;

/** The JSON Schema 2020-12 of every artifact file, by file name, for editors and for the documentation. */
export function artifactSchemas(): Record<ArtifactFile, Record<string, unknown>> {
  const entries = Object.entries(ARTIFACT_FILES).map(([file, schema]) => [
    file,
    { $schema: 'https://json-schema.org/draft/2020-12/schema', title: file, ...(JSON.parse(JSON.stringify(schema)) as object) },
  ]);
  return Object.fromEntries(entries) as Record<ArtifactFile, Record<string, unknown>>;
}
