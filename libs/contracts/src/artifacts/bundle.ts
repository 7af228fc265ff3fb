import { Type, type Static } from 'typebox';
import { Closed } from '../vocabulary';
import { AgentProfile } from './agent';
import { ContextDefinition } from './context';
import { ConversationDefinition } from './conversation';
import { CopyDefinition } from './copy';
import { IntentDefinition } from './intent';
import { KnowledgeEntry } from './knowledge';
import { ModelsDefinition } from './models';
import { ActivePlaybook } from './playbook';
import { PolicyDefinition } from './policy';
import { TemplateDefinition } from './template';
import { ExtensionDefinition, ToolDefinition } from './tool';

/** Everything a tenant's system is made of; named by the hash of its canonical JSON, pinned by every run. */
export const ArtifactBundle = Closed({
  tenant: Type.String({ pattern: '^[a-z][a-z0-9]*$' }),
  intents: Type.Array(IntentDefinition),
  templates: Type.Array(TemplateDefinition),
  tools: Type.Array(ToolDefinition),
  extensions: Type.Array(ExtensionDefinition),
  policy: PolicyDefinition,
  models: ModelsDefinition,
  copy: CopyDefinition,
  translations: Type.Array(CopyDefinition, { description: 'the copy of further languages' }),
  conversation: ConversationDefinition,
  knowledge: Type.Optional(
    Type.Array(KnowledgeEntry, { description: 'the documents of the folder knowledge/; absent where there are none' }),
  ),
  agents: Type.Optional(Type.Array(AgentProfile, { description: 'absent where there are none' })),
  context: Type.Optional(ContextDefinition),
  playbooks: Type.Optional(
    Type.Array(ActivePlaybook, { description: 'those the tenant has switched on; absent where there are none' }),
  ),
});
export type ArtifactBundle = Static<typeof ArtifactBundle>;

/** A playbook that the tenant has switched on. */
export const activePlaybook = ({ playbooks = [] }: ArtifactBundle, name: string): ActivePlaybook | undefined =>
  playbooks.find(({ definition }) => definition.playbook === name);
