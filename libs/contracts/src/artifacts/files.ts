import { Type, type TSchema } from 'typebox';
import { Closed } from '../vocabulary';
import { AgentProfile } from './agent';
import { ContextDefinition } from './context';
import { ConversationDefinition } from './conversation';
import { CopyDefinition } from './copy';
import { GoldenDefinition, GoldenRecord } from './golden';
import { IntentDefinition } from './intent';
import { ModelsDefinition } from './models';
import { PlaybookActivation, PlaybookDefinition } from './playbook';
import { PolicyDefinition } from './policy';
import { TemplateDefinition } from './template';
import { ExtensionDefinition, ToolDefinition } from './tool';

/** The files of a tenant's folder, and the schema of each. */
export const ARTIFACT_FILES = {
  'intents.yaml': Type.Array(IntentDefinition),
  'templates.yaml': Type.Array(TemplateDefinition),
  'tools.yaml': Closed({ extensions: Type.Array(ExtensionDefinition), tools: Type.Array(ToolDefinition) }),
  'policies.yaml': PolicyDefinition,
  'models.yaml': ModelsDefinition,
  'copy.yaml': CopyDefinition,
  'conversation.yaml': ConversationDefinition,
  'agents.yaml': Type.Array(AgentProfile),
  'context.yaml': ContextDefinition,
  'playbooks.yaml': Type.Array(PlaybookActivation),
  'metrics.yaml': Type.Array(GoldenRecord),
} as const satisfies Record<string, TSchema>;
export type ArtifactFile = keyof typeof ARTIFACT_FILES;

/** Files that a tenant may leave out; their schemas state the defaults. */
export const OPTIONAL_FILES: readonly ArtifactFile[] = [
  'agents.yaml',
  'context.yaml',
  'playbooks.yaml',
  'metrics.yaml',
];

/** PL-05: the definition of a playbook, in a folder of its name beside the folders of the tenants. */
export const PLAYBOOK_FILE = 'playbook.yaml';
export type PlaybookFile = `${string}/${typeof PLAYBOOK_FILE}`;
export const playbookFile = (playbook: string): PlaybookFile => `${playbook}/${PLAYBOOK_FILE}`;

/** EVL-06: the golden file beside a playbook, with its expected outcomes. */
export const GOLDEN_FILE = 'golden.yaml';

/** PV-06: in the folder of a tenant, the metrics of its playbooks' evaluations. */
export const METRICS_FILE = 'metrics.yaml';

/** The files in a playbook's folder. */
const PLAYBOOK_FILES = { [PLAYBOOK_FILE]: PlaybookDefinition, [GOLDEN_FILE]: GoldenDefinition };

/** CL-12: the copy of one more language; of the same shape as copy.yaml. */
export type TranslationFile = `copy.${string}.yaml`;
export const translationFile = (locale: string): TranslationFile => `copy.${locale}.yaml`;
export const isTranslationFile = (name: string): name is TranslationFile => /^copy\.[A-Za-z0-9-]+\.yaml$/.test(name);

/** The JSON Schema 2020-12 of every artifact file, by file name, for editors and for the documentation. */
export function artifactSchemas(): Record<ArtifactFile | keyof typeof PLAYBOOK_FILES, Record<string, unknown>> {
  const entries = Object.entries({ ...ARTIFACT_FILES, ...PLAYBOOK_FILES }).map(([file, schema]) => [
    file,
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: file,
      ...(JSON.parse(JSON.stringify(schema)) as object),
    },
  ]);
  return Object.fromEntries(entries) as ReturnType<typeof artifactSchemas>;
}
