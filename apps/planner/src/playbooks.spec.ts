import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { keptSteps, referencePlanOf } from '@arbiter/contracts';
import { loadTenant } from '@arbiter/artifacts';
import { compilePlaybook, compileRevision } from '@arbiter/domain';

const TENANTS = resolve(__dirname, '../../../deploy/tenants');

/** Platform loads the playbooks and the domain compiles their plans; here both are at hand. */
const switchedOn = readdirSync(TENANTS).flatMap((tenant) => {
  const bundle = loadTenant(join(TENANTS, tenant));
  return (bundle.playbooks ?? []).map((active) => [active.definition.playbook, tenant, active, bundle] as const);
});

it('every playbook there is is switched on by some tenant', () => {
  const playbooks = readdirSync(resolve(TENANTS, '../playbooks'));
  expect([...new Set(switchedOn.map(([playbook]) => playbook))].toSorted()).toEqual(playbooks.toSorted());
});

it.each(switchedOn)(
  'the plan that %s brings along compiles for the %s (PL-12)',
  (_playbook, _tenant, active, bundle) => {
    const plan = compilePlaybook(active.definition.plan, active, bundle);
    expect('steps' in plan ? [] : plan).toEqual([]);
  },
);

it.each(switchedOn)(
  'each revision that %s brings along compiles for the %s (PL-18)',
  (_playbook, _tenant, active, bundle) => {
    for (const { step: stepId, code, steps } of active.definition.revisions ?? []) {
      const parent = referencePlanOf(active.definition, stepId)!;
      if (!steps) continue;
      const revised = { ...parent, steps: [...keptSteps(parent, stepId), ...steps] };
      const plan = compileRevision(revised, { parent, stepId, code, gone: [] }, active, bundle);
      expect('steps' in plan ? [] : plan).toEqual([]);
    }
  },
);
