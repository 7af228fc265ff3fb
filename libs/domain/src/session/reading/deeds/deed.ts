import type { ArtifactBundle, IntentDefinition, ToolDefinition } from '@arbiter/contracts';

/** Whether an intent changes anything in the world: one of its tools does. An unknown tool counts as changing. */
export function isDeed(
  { template }: Pick<IntentDefinition, 'template'>,
  { templates, tools }: Pick<ArtifactBundle, 'templates' | 'tools'>,
): boolean {
  const steps = templates.find((one) => one.template === template)?.steps ?? [];
  const isChanging = (name: string) => tools.find(({ tool }: ToolDefinition) => tool === name)?.riskClass !== 'read';
  return steps.some(({ tool }) => tool !== undefined && isChanging(tool));
}
