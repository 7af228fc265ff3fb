import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleHash } from './bundle-hash';
import { loadTenant } from './load-tenant';
import { CopiedTenants, DEPLOY, SHOP } from './testing/copied-tenants';

let copy: CopiedTenants;
beforeEach(() => {
  copy = new CopiedTenants();
});
afterEach(() => copy.remove());

describe('a playbook', () => {
  it('stands in the bundle with the parameters of the tenant (PL-05, PL-11)', () => {
    const { playbooks } = loadTenant(SHOP);
    expect(playbooks).toEqual([
      {
        definition: expect.objectContaining({ playbook: 'stuck_orders', version: '1.0.0' }),
        parameters: { olderThanDays: 2 },
      },
    ]);
  });

  it('has its schedule beside it', () => {
    const schedule = { cron: '0 7 * * 1-5', timeZone: 'Europe/Berlin', missed: 'catch_up' };
    copy.edit('playbooks.yaml', '  parameters:', `  schedule: ${JSON.stringify(schedule)}\n  parameters:`);
    expect(loadTenant(copy.folder).playbooks).toEqual([expect.objectContaining({ schedule })]);
  });

  it('has the default of a parameter that the tenant leaves out', () => {
    copy.edit('stuck_orders/playbook.yaml', 'maximum: 60,', 'maximum: 60, default: 5,');
    copy.edit('stuck_orders/playbook.yaml', '  required: [olderThanDays]\n', '');
    copy.edit('playbooks.yaml', '    olderThanDays: 2\n', '    {}\n');
    expect(loadTenant(copy.folder).playbooks).toEqual([expect.objectContaining({ parameters: { olderThanDays: 5 } })]);
  });

  it('leaves no trace in the bundle of a tenant that has switched none on', () => {
    rmSync(join(copy.folder, 'playbooks.yaml'));
    const without = loadTenant(copy.folder);
    expect(without).not.toHaveProperty('playbooks');
    writeFileSync(join(copy.folder, 'playbooks.yaml'), '[]');
    expect(bundleHash(loadTenant(copy.folder))).toBe(bundleHash(without));
  });

  it('may stand in another folder than that beside the tenants', () => {
    renameSync(join(copy.home, 'playbooks'), join(copy.home, 'ours'));
    expect(copy.problemsOf()).toEqual([
      expect.objectContaining({
        reason: 'there is no playbook "stuck_orders"',
        fix: 'use one of (there are none yet)',
      }),
    ]);
    expect(loadTenant(copy.folder, join(copy.home, 'ours')).playbooks).toHaveLength(1);
  });

  it('is looked at only by those who switch it on', () => {
    copy.edit('invoice_followup/playbook.yaml', 'version: 3.2.0', 'version: three');
    expect(loadTenant(copy.folder).playbooks).toHaveLength(1);
  });

  it.each([
    ['{ step: nothing, code: vendor_rejected }', 'there is no step "nothing"'],
    ['{ step: note, code: vendor_rejectde }', '"note" is not planned anew after "vendor_rejectde"'],
    ['{ step: note, code: not_found }', '"note" is not planned anew after "not_found"'],
    [
      '{ step: note, code: vendor_rejected }\n  - { step: note, code: vendor_rejected }',
      '"note" with "vendor_rejected" is there twice',
    ],
    [
      '{ step: note, code: vendor_rejected, steps: [{ id: again, tool: office.letter.send, args: {} }] }',
      '"office.letter.send" is no tool of the playbook',
    ],
    [
      '{ step: note, code: vendor_rejected, steps: [{ id: again, tool: office.orders.list, args: { page: { from: steps.note.result.x } } }] }',
      '"steps.note.result.x" is nothing that is known before "again"',
    ],
  ])('revises its plan where that is possible: %s (PL-18)', (revision, reason) => {
    copy.edit('stuck_orders/playbook.yaml', 'plan:\n', `revisions:\n  - ${revision}\nplan:\n`);
    expect(copy.problemsOf().map((problem) => problem.reason)).toContain(reason);
  });

  it('may revise its plan, and that revision once more', () => {
    const steps = (id: string) =>
      `steps: [{ id: ${id}, tool: office.orders.list, args: { page: 1, status: processing } }]`;
    const revisions = `  - { step: look, code: vendor_rejected, ${steps('third')} }\n  - { step: note, code: vendor_rejected, ${steps('look')} }\n`;
    copy.edit('stuck_orders/playbook.yaml', 'plan:\n', `revisions:\n${revisions}plan:\n`);
    expect(copy.problemsOf()).toEqual([]);
  });

  it('names a time zone in a parameter as clocks know it', () => {
    const quiet = "  - { constraint: quiet_hours, from: '20:00', to: '07:00', timeZone: zone }\n";
    copy.edit('stuck_orders/playbook.yaml', '    most: 1\n', `    most: 1\n${quiet}`);
    copy.edit('stuck_orders/playbook.yaml', '  properties:\n', '  properties:\n    zone: { type: string }\n');
    copy.edit('playbooks.yaml', 'olderThanDays: 2', 'olderThanDays: 2\n    zone: Europe/Entenhausen');
    expect(copy.problemsOf()).toEqual([
      {
        file: join(copy.folder, 'playbooks.yaml'),
        line: copy.lineOf('playbooks.yaml', 'zone:'),
        reason: '"Europe/Entenhausen" is no time zone',
        fix: 'use a name such as Europe/Berlin, or UTC',
      },
    ]);
  });

  it('has room for its reads and one object within its budget (PL-28)', () => {
    copy.edit('stuck_orders/playbook.yaml', '\nplan:', '\nbudgets: { run: { actions: 2 } }\nplan:');
    const [problem, ...others] = copy.problemsOf();
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      line: copy.lineOf('stuck_orders/playbook.yaml', 'budgets:'),
      reason: '2 actions are not enough for the reads of a run and the steps of one object',
      fix: expect.stringMatching(/^allow \d+ or more$/),
    });
  });

  it.each(readdirSync(join(DEPLOY, 'playbooks')))('of the house has the shape of one: %s', (name) => {
    const activation = `- { playbook: ${name}, version: 0.0.0, parameters: {} }\n`;
    writeFileSync(join(copy.folder, 'playbooks.yaml'), activation);
    expect(copy.problemsOf().map(({ reason }) => reason)).toEqual([
      expect.stringMatching(new RegExp(`^"${name}" is there in version \\d+\\.\\d+\\.\\d+$`)),
    ]);
  });
});
