import type { ArtifactBundle, PolicyRule, ToolDefinition } from '@arbiter/contracts';

/** The tools that a pattern of a rule covers: the one of that name, or with `shop.*` all below it. */
export const coveredBy = (pattern: string, tools: readonly ToolDefinition[]): readonly ToolDefinition[] =>
  tools.filter(({ tool }) => tool === pattern || (pattern.endsWith('.*') && tool.startsWith(pattern.slice(0, -1))));

/** The tools that a rule speaks for. */
export const toolsOf = ({ tools: patterns }: PolicyRule, { tools }: ArtifactBundle): readonly ToolDefinition[] =>
  tools.filter((tool) => patterns.some((pattern) => coveredBy(pattern, [tool]).length > 0));
