import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { activePlaybook } from '@arbiter/contracts';
import { loadTenant, modelWork, readGuard } from '@arbiter/artifacts';

const TENANTS = resolve(__dirname, '../../../../../deploy/tenants');
const guarded = readdirSync(TENANTS).flatMap((tenant) => {
  const folder = join(TENANTS, tenant);
  const bundle = loadTenant(folder);
  const { guarded: names, recorded } = readGuard(folder, bundle);
  return names.map(
    (playbook) => [tenant, playbook, modelWork(activePlaybook(bundle, playbook)!, bundle), recorded] as const,
  );
});

it('every first-party playbook is guarded', () => {
  expect(guarded.map(([, playbook]) => playbook).toSorted()).toEqual(
    readdirSync(resolve(TENANTS, '../playbooks')).toSorted(),
  );
});

// Stale: run `npm run eval -- playbook NAME --golden deploy/playbooks/NAME/golden.yaml --record`; an update is
// refused otherwise.
it.each(guarded)(
  '%s was measured with %s as it stands, and does all that is right',
  (_tenant, playbook, work, recorded) => {
    expect(recorded.find((record) => record.playbook === playbook)).toMatchObject({
      work,
      verdicts: 1,
      precision: 1,
      recall: 1,
    });
  },
);
