import { PlaybookClient } from '@arbiter/stack';
import { copyOfStudio } from './copy-of-studio';
import { KEEPER, note, notesBy } from './note-playbook';
import { TestSystem } from './test-system';
import { runTool } from './tool';

const DAY = '2026-11-23';

const NOTES = notesBy({
  over: 'invoices',
  where: 'item.number in ["INV-2001", "INV-2002", "INV-2003", "INV-2004"]',
  steps: [
    { id: 'invoice', tool: 'ledger.invoice.get', args: { number: { from: 'item.number' } } },
    {
      ...note({ subject: 'An open invoice', body: 'Please look at it' }),
      dependsOn: ['invoice'],
      when: 'steps.invoice.result.number in ["INV-2001", "INV-2003"]',
    },
  ],
});

describe('a plan whose step has a condition', () => {
  let arbiter: TestSystem;
  beforeAll(async () => {
    const copy = copyOfStudio();
    copy.add(NOTES, { keeper: KEEPER });
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
