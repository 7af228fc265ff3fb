import { playbookFile, type ActivePlaybook, type ArtifactBundle } from '@arbiter/contracts';
import { oneOf } from '../check';
import { classProblem } from '../classes';
import { propertySchemaOf } from '../known';
import type { Use } from '../use';
import { itemSchemaOf, type Scene } from './scene';

/** PV-03: what is written names declared facts, and is work that somebody does; so is the plan. */
export function checkProse(scene: Scene): void {
  const { bundle, definition, objects, report } = scene;
  const names = (definition.prose ?? []).map(({ prose }) => prose);
  definition.prose?.forEach(({ prose, class: named, facts }, index) => {
    if (names.indexOf(prose) < index)
      report(['prose', index, 'prose'], `"${prose}" is there twice`, 'rename or remove one of the two');
    const problem = classProblem(bundle, named);
    if (problem) report(['prose', index, 'class'], ...problem);
    facts.forEach((fact, position) => {
      if (objects && !Object.hasOwn(objects.fields, fact))
        report(
          ['prose', index, 'facts', position],
          `there is no field \`${fact}\``,
          oneOf(Object.keys(objects.fields)),
        );
    });
  });
  for (const work of ['plan', 'revision'] as const) {
    const problem = classProblem(bundle, definition.classes[work]);
    if (problem) report(['classes', work], ...problem);
  }
}

/** Where a playbook says a sentence of the tenant's: of its facts it may speak, and of nothing else. */
export const proseUses = (bundle: ArtifactBundle): readonly Use[] =>
  (bundle.playbooks ?? []).flatMap((active) => usesOf(bundle, active));

function usesOf(
  bundle: ArtifactBundle,
  { definition: { playbook, reads, objective, prose = [] } }: ActivePlaybook,
): Use[] {
  const objects = reads.find(({ read }) => read === objective.over);
  const item = objects ? itemSchemaOf(bundle, objects) : null;
  return prose.map(({ copy, facts }, index) => ({
    key: copy,
    known: Object.fromEntries(facts.map((fact) => [fact, propertySchemaOf(item, fact)])),
    at: [playbookFile(playbook), ['prose', index, 'copy']],
  }));
}
