import { fieldsNamed, type DeclaredRead } from '@arbiter/contracts';
import type { Path } from '../../artifact-source';
import { oneOf } from '../check';
import { expressionProblem } from '../expression';
import type { Scene } from './scene';

/** PL-06: a condition compiles, and speaks only of declared fields and of parameters that there are. */
export function checkCondition(scene: Scene, path: Path, source: string, over: DeclaredRead | undefined): void {
  const problem = expressionProblem('playbook_condition', source);
  if (problem) return scene.report(path, ...problem);
  if (over) checkNamed(scene, path, source, 'item', Object.keys(over.fields));
  checkNamed(scene, path, source, 'parameters', scene.parameters);
}

function checkNamed({ report }: Scene, path: Path, source: string, variable: string, known: readonly string[]): void {
  const { fields, whole } = fieldsNamed(source, variable);
  if (whole) report(path, `\`${variable}\` stands there as a whole`, `name a field of it: ${oneOf(known)}`);
  for (const name of fields)
    if (!known.includes(name)) report(path, `there is no \`${variable}.${name}\``, oneOf(known));
}
