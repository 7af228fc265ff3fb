import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  PLAYBOOK_FILE,
  playbookFile,
  type ActivePlaybook,
  type PlaybookActivation,
  type PlaybookDefinition,
  type PlaybookFile,
} from '@arbiter/contracts';
import type { ArtifactProblem } from './artifact-error';
import { ArtifactSource } from './artifact-source';
import { oneOf } from './checks/check';
import { shapeProblems } from './shape-problems';

/** The playbooks that a tenant has switched on, as they were read. */
export interface ReadPlaybooks {
  readonly sources: Readonly<Record<PlaybookFile, ArtifactSource>>;
  /** in the order of the tenant's file; counts only when there are no problems */
  readonly active: readonly ActivePlaybook[];
  readonly problems: readonly ArtifactProblem[];
}

/**
 * Reads each playbook that the tenant's file names from its folder (PL-11); a folder that none names is not looked at.
 */
export function readPlaybooks(folder: string, activating: ArtifactSource | undefined): ReadPlaybooks {
  const activations = (activating?.value ?? []) as readonly PlaybookActivation[];
  const sources: Record<PlaybookFile, ArtifactSource> = {};
  const problems: ArtifactProblem[] = [];
  const active = activations.flatMap((activation, index): ActivePlaybook[] => {
    const { playbook, parameters, schedule, events, watch } = activation;
    const file = join(folder, playbook, PLAYBOOK_FILE);
    const at = (key: string, reason: string, fix: string) =>
      problems.push(activating!.problem([index, key], reason, fix));
    if (!existsSync(file)) {
      at('playbook', `there is no playbook "${playbook}"`, oneOf(playbooksIn(folder)));
      return [];
    }
    const known = sources[playbookFile(playbook)];
    const source = known ?? new ArtifactSource(file);
    sources[playbookFile(playbook)] = source;
    const found = known ? [] : definitionProblems(playbook, source);
    problems.push(...found);
    if (found.length > 0 || source.problems.length > 0) return [];
    const definition = source.value as PlaybookDefinition;
    if (definition.version !== activation.version)
      at(
        'version',
        `"${playbook}" is there in version ${definition.version}`,
        `write \`version: ${definition.version}\``,
      );
    return [
      {
        definition,
        parameters: { ...defaultsOf(definition.parameters), ...parameters },
        ...(schedule && { schedule }),
        ...(events && { events }),
        ...(watch && { watch }),
      },
    ];
  });
  return { sources, active, problems };
}

function definitionProblems(playbook: string, source: ArtifactSource): readonly ArtifactProblem[] {
  const problems = source.problems.length > 0 ? source.problems : shapeProblems(PLAYBOOK_FILE, source);
  if (problems.length > 0) return problems;
  const { playbook: named } = source.value as PlaybookDefinition;
  return named === playbook
    ? []
    : [
        source.problem(
          ['playbook'],
          `this folder holds "${playbook}"`,
          `write \`playbook: ${playbook}\`, or rename the folder`,
        ),
      ];
}

const playbooksIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => existsSync(join(folder, name, PLAYBOOK_FILE)))
        .sort()
    : [];

/**
 * The defaults of parameters that a tenant does not set. The bundle holds them, so that no other code has to know them.
 */
function defaultsOf(schema: unknown): Record<string, unknown> {
  const { properties = {} } = (schema ?? {}) as { properties?: Readonly<Record<string, { default?: unknown }>> };
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, of]) => (of?.default === undefined ? [] : [[name, of.default]])),
  );
}
