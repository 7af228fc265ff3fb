import type { ActivePlaybook, ArtifactBundle } from '@arbiter/contracts';
import { canonicalHash } from '../../canonical-hash';

/**
 * PL-14, PL-15: the playbook and its version, the connectors with the schemas of their tools, and the schema of its
 * parameters. Nothing else: not the tenant's settings, not the day, not the objects.
 */
export function planKeyOf({ definition }: ActivePlaybook, { tools }: ArtifactBundle): string {
  const named = new Set([...definition.tools.map(({ tool }) => tool), ...definition.reads.map(({ tool }) => tool)]);
  const connectors = [...named].toSorted().map((name) => {
    const tool = tools.find((candidate) => candidate.tool === name);
    if (!tool) return { tool: name };
    const { extension, capability, args, result = null } = tool;
    return { tool: name, extension, capability, args, result };
  });
  const { playbook, version, parameters } = definition;
  return canonicalHash({ playbook, version, connectors, parameters });
}
