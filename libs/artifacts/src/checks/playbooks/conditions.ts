import { fieldsNamed, type DeclaredRead } from '@arbiter/contracts';
import type { Path } from '../../artifact-source';
import { oneOf } from '../check';
import { compileProblem, expressionProblems } from '../expressions';
import type { Scene } from './scene';
import { conditionVariables } from './variables';

/** PL-06: a condition compiles, and speaks only of declared fields and of parameters that there are. */
export function checkCondition(scene: Scene, path: Path, source: string, over: DeclaredRead | undefined): void {
  const variables = conditionVariables(scene, over);
  for (const problem of expressionProblems('playbook_condition', source, variables)) scene.report(path, ...problem);
  if (compileProblem('playbook_condition', source)) return;
  for (const variable of ['item', 'parameters'])
    if (fieldsNamed(source, variable).whole)
      scene.report(
        path,
        `\`${variable}\` stands there as a whole`,
        `name a field of it: ${oneOf(Object.keys(variables[variable]?.fields ?? {}))}`,
      );
}
