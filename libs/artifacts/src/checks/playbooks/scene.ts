import {
  playbookFile,
  type ActivePlaybook,
  type ArtifactBundle,
  type DeclaredRead,
  type PlaybookDefinition,
} from '@arbiter/contracts';
import { propertiesOf } from '../argument-schema';
import type { Report, ReportInside } from '../check';
import { propertySchemaAt, propertySchemaOf, type ValueSchema } from '../known';

/** The playbook that is checked, in the bundle in which it is switched on. */
export interface Scene {
  readonly bundle: ArtifactBundle;
  readonly active: ActivePlaybook;
  readonly definition: PlaybookDefinition;
  /** the parameters that a tenant may set */
  readonly parameters: readonly string[];
  /** the read that holds its objects; undefined while `over` names none */
  readonly objects: DeclaredRead | undefined;
  /** in its playbook.yaml */
  readonly report: ReportInside;
  /** in the tenant's playbooks.yaml */
  readonly reportActivation: ReportInside;
}

export function sceneOf(bundle: ArtifactBundle, active: ActivePlaybook, index: number, report: Report): Scene {
  const { definition } = active;
  return {
    bundle,
    active,
    definition,
    parameters: propertiesOf(definition.parameters) ?? [],
    objects: definition.reads.find(({ read }) => read === definition.objective.over),
    report: (path, reason, fix) => report(playbookFile(definition.playbook), path, reason, fix),
    reportActivation: (path, reason, fix) => report('playbooks.yaml', [index, ...path], reason, fix),
  };
}

export const parameterSchemaOf = ({ definition }: Scene, name: string): ValueSchema | null =>
  propertySchemaOf(definition.parameters, name);

/** The schema of one of the items that a read brings; null where the tool's result does not say it. */
export function itemSchemaOf({ tools }: ArtifactBundle, { tool: name, items }: DeclaredRead): ValueSchema | null {
  const list = propertySchemaAt(tools.find(({ tool }) => tool === name)?.result, items.split('.'));
  return (list?.items ?? null) as ValueSchema | null;
}
