import type { ExecutionHeader } from '@arbiter/contracts';
import { PlaybookClient } from '@arbiter/stack';
import { copyOfStudio } from './copy-of-studio';
import { KEEPER, NOTE_PLAYBOOK, note } from './note-playbook';
import { TestSystem } from './test-system';
import { runTool } from './tool';

const DAY = '2026-11-23';
const [READ] = NOTE_PLAYBOOK.reads;

/** Notes about one invoice of the first page, of which no more than so many pages are read. */
const notes = (playbook: string, most: number) => ({
  ...NOTE_PLAYBOOK,
  playbook,
  title: 'Notes',
  reads: [{ ...READ!, pages: { argument: 'page', most } }],
  plan: {
    over: 'invoices',
    where: 'item.number == "INV-2001"',
    steps: [note({ subject: 'An open invoice', body: 'Please look at it' })],
  },
});

describe('a playbook whose vendor has more than one page', () => {
  let arbiter: TestSystem;
  beforeAll(async () => {
    const copy = copyOfStudio();
    copy.add(notes('all_notes', 50), { keeper: KEEPER });
    copy.add(notes('some_notes', 1), { keeper: KEEPER });
    arbiter = await TestSystem.open({ tenants: [copy.folder], environment: { ARBITER_TENANT: 'studio' } });
  });
  afterAll(() => arbiter?.close());

  const carriedOut = async (playbook: string) => {
    const client = new PlaybookClient(arbiter.system.httpUrl, playbook);
    const { run } = await client.carryOut(DAY);
    const { header } = (await arbiter.run(run.runId)) as unknown as { readonly header: ExecutionHeader };
    return { run, reads: header.steps.filter(({ title }) => title.startsWith('Lists')).map(({ status }) => status) };
  };

  it('reads as many as there are, and no more (PL-06)', async () => {
    const { run, reads } = await carriedOut('all_notes');
    expect(run).toMatchObject({ status: 'ok', branches: { selected: 1, done: 1 }, verdict: { verdict: 'holds' } });
    expect(reads).toEqual(Array.from({ length: 4 }, () => 'completed'));
  });

  it('is never said to meet its goal where it may not read them all (PL-06)', async () => {
    const { run, reads } = await carriedOut('some_notes');
    expect(run).toMatchObject({ status: 'ok', branches: { selected: 1 }, verdict: { verdict: 'incomplete' } });
    expect(reads.length).toBe(2);
    const verdicts = await fetch(`${arbiter.system.httpUrl}/api/playbooks/some_notes/verdicts`);
    expect(await verdicts.json()).toMatchObject([{ day: DAY, verdict: 'incomplete' }]);
  });

  it('is decided the same when it is replayed (RT-16)', async () => {
    expect(await runTool(arbiter, 'main', '--all', '--verify')).toMatchObject({ code: 0, errors: '' });
  });
});
