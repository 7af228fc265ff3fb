import { resolve } from 'node:path';
import type { PlaybookDefinition } from '@arbiter/contracts';
import { PlaybookClient, TenantCopy } from '@arbiter/stack';
import { TestSystem } from './test-system';
import { runTool } from './tool';

const DAY = '2026-11-23';

/** Every invoice is read, and of one that is settled by then no note is made. */
const NOTES: PlaybookDefinition = {
  playbook: 'notes',
  version: '1.0.0',
  title: 'Notes',
  description: 'The house is told of some open invoices.',
  parameters: {
    type: 'object',
    required: ['keeper'],
    additionalProperties: false,
    properties: { keeper: { type: 'string', format: 'email' } },
  },
  objective: { description: 'Nothing.', over: 'invoices', object: 'number', holds: 'item.number != ""' },
  constraints: [],
  tools: [
    { tool: 'ledger.invoice.list', risk: 'read' },
    { tool: 'ledger.invoice.get', risk: 'read' },
    { tool: 'mail.draft.create', risk: 'internal_record_mutation' },
  ],
  riskPolicy: [{ tool: 'mail.draft.create', kind: 'dispatch' }],
  scope: { allowed: { ledger: ['invoices.read'], mail: ['drafts.write'] } },
  reads: [
    {
      read: 'invoices',
      tool: 'ledger.invoice.list',
      args: { status: 'open' },
      items: 'invoices',
      pages: { argument: 'page', most: 6 },
      fields: { number: 'identifier' },
    },
  ],
  classes: { plan: 'compile', revision: 'replanning' },
  limits: { branches: 50, atOnce: 4, steps: 3, revisions: 0 },
  plan: {
    over: 'invoices',
    where: 'item.number in ["INV-2001", "INV-2002", "INV-2003", "INV-2004"]',
    steps: [
      { id: 'invoice', tool: 'ledger.invoice.get', args: { number: { from: 'item.number' } } },
      {
        id: 'note',
        tool: 'mail.draft.create',
        dependsOn: ['invoice'],
        when: 'steps.invoice.result.number in ["INV-2001", "INV-2003"]',
        args: {
          to: { from: 'parameters.keeper' },
          about: { from: 'item.number' },
          subject: 'An open invoice',
          body: 'Please look at it',
        },
      },
    ],
  },
};

describe('a plan whose step has a condition', () => {
  let arbiter: TestSystem;
  beforeAll(async () => {
    const copy = new TenantCopy(resolve(__dirname, '../../../deploy/tenants'), 'studio');
    copy.add(NOTES, { keeper: 'office@studio.example' });
    arbiter = await TestSystem.open({ tenants: [copy.folder], environment: { ARBITER_TENANT: 'studio' } });
  });
  afterAll(() => arbiter?.close());

  it('does it for the objects it holds for, and says of the others that nothing was done (PL-12)', async () => {
    const { run } = await new PlaybookClient(arbiter.system.httpUrl, NOTES.playbook).carryOut(DAY);
    expect(run).toMatchObject({ status: 'ok', branches: { selected: 4, done: 2, held: 2, failed: 0 } });
    const drafted = (await arbiter.ledger()).filter(({ route }) => route === 'POST /drafts');
    expect(drafted.map(({ body }) => body['about']).toSorted()).toEqual(['INV-2001', 'INV-2003']);
    expect(await arbiter.count('branch.completed', '"code":"condition_not_met"')).toBe(2);
  });

  it('is decided the same when it is replayed (RT-16)', async () => {
    expect(await runTool(arbiter, 'main', '--all', '--verify')).toMatchObject({ code: 0, errors: '' });
  });
});
