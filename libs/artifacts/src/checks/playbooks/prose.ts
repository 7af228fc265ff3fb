import { playbookFile, type ActivePlaybook, type ArtifactBundle } from '@arbiter/contracts';
import { checkSchema } from '../argument-schema';
import { oneOf } from '../check';
import { classProblem } from '../classes';
import { propertySchemaOf } from '../known';
import type { Use } from '../use';
import { itemSchemaOf, type Scene } from './scene';

/** PV-03: prose names declared facts, and a provider can do work of its class; so with the plan. */
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
  checkExtracts(scene);
  for (const work of ['plan', 'revision'] as const) {
    const problem = classProblem(bundle, definition.classes[work]);
    if (problem) report(['classes', work], ...problem);
  }
}

/**
 * PL-16: a value to extract has a text field of the objects as its source, a class that a provider can do, and a
 * schema.
 */
function checkExtracts({ bundle, definition, objects, report }: Scene): void {
  const names = (definition.extract ?? []).map(({ extract }) => extract);
  const texts = Object.entries(objects?.fields ?? {}).flatMap(([name, type]) => (type === 'text' ? [name] : []));
  definition.extract?.forEach(({ extract, class: named, from, value }, index) => {
    if (names.indexOf(extract) < index)
      report(['extract', index, 'extract'], `"${extract}" is there twice`, 'rename or remove one of the two');
    const problem = classProblem(bundle, named);
    if (problem) report(['extract', index, 'class'], ...problem);
    if (objects && !texts.includes(from))
      report(['extract', index, 'from'], `there is no field \`${from}\` of the type text`, oneOf(texts));
    checkSchema(
      (_, path, reason, fix) => report(path, reason, fix),
      playbookFile(definition.playbook),
      ['extract', index, 'value'],
      value,
    );
  });
}

/**
 * Where a playbook uses a sentence of the tenant's. The sentence may name the facts that the playbook declares, and
 * nothing else.
 */
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
