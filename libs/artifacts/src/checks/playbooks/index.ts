import { checkArgumentSchema } from '../argument-schema';
import { playbookFile } from '@arbiter/contracts';
import type { Check } from '../check';
import { checkActivation } from './activation';
import { checkBudgets } from './budgets';
import { checkConstraints, checkObjective } from './objective';
import { checkProse } from './prose';
import { checkReads } from './reads';
import { checkReferencePlan } from './reference-plan';
import { sceneOf } from './scene';
import { checkToolList } from './tools';

/** PL-05 to PL-11: a playbook that is switched on can be carried out with what the tenant has. */
export const checkPlaybooks: Check = (bundle, report) => {
  const names = (bundle.playbooks ?? []).map(({ definition }) => definition.playbook);
  bundle.playbooks?.forEach((active, index) => {
    const { definition } = active;
    const scene = sceneOf(bundle, active, index, report);
    if (names.indexOf(definition.playbook) < index)
      return scene.reportActivation(['playbook'], `"${definition.playbook}" is there twice`, 'remove one of the two');
    checkActivation(scene);
    checkArgumentSchema(report, playbookFile(definition.playbook), ['parameters'], definition.parameters);
    checkToolList(scene);
    checkReads(scene);
    checkObjective(scene);
    checkConstraints(scene);
    checkProse(scene);
    checkBudgets(scene);
    checkReferencePlan(scene);
  });
};
