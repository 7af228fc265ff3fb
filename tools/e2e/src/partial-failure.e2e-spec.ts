import type { PlaybookDayView, ToolDefinition } from '@arbiter/contracts';
import { PlaybookClient } from '@arbiter/stack';
import { copyOfStudio } from './copy-of-studio';
import { KEEPER, note, notesBy } from './note-playbook';
import { TestSystem } from './test-system';
import { runTool } from './tool';

const DAY = '2026-11-23';
const [BRANCHES, FAILING] = [40, 3];
const DONE = BRANCHES - FAILING;
const DRAFT = 'mail.draft.create';

const NOTES = notesBy({
  over: 'invoices',
  where: 'item.number <= "INV-2061"',
  steps: [note({ subject: 'An open invoice', body: 'Please look at it' })],
});

/**
 * The studio with one more playbook, whose drafts are tried once each: so many refusals are so many objects that fail.
 */
function studioOfNotes(): string {
  const copy = copyOfStudio();
  copy.change('tools.yaml', ({ tools, ...others }: { readonly tools: readonly ToolDefinition[] }) => ({
    ...others,
    tools: tools.map((tool) => (tool.tool === DRAFT ? { ...tool, maxAttempts: 1 } : tool)),
  }));
  copy.add(NOTES, { keeper: KEEPER });
  return copy.folder;
}

describe(`a sweep of ${BRANCHES} branches of which ${FAILING} fail (PL-20)`, () => {
  let arbiter: TestSystem;
  beforeAll(async () => {
    arbiter = await TestSystem.open({ tenants: [studioOfNotes()], environment: { ARBITER_TENANT: 'studio' } });
    await arbiter.faults([{ route: 'POST /drafts', kind: '429', retryAfterSeconds: 0, times: FAILING }]);
  });
  afterAll(() => arbiter?.close());

  const instance = async (): Promise<PlaybookDayView> =>
    (await (await fetch(`${arbiter.system.httpUrl}/api/playbooks/notes/runs/${DAY}`)).json()) as PlaybookDayView;
  const drafted = async () =>
    (await arbiter.ledger()).flatMap(({ route, body }) => (route === 'POST /drafts' ? [String(body['about'])] : []));

  it(`does the other ${DONE}, and records the cause of each that failed`, async () => {
    const { run } = await new PlaybookClient(arbiter.system.httpUrl, NOTES.playbook).carryOut(DAY);
    expect(run).toMatchObject({ status: 'ok', branches: { selected: BRANCHES, done: DONE, failed: FAILING, held: 0 } });
    const { notDone, code } = await instance();
    expect(code).toBe('branches_failed');
    expect(notDone.map(({ status, code }) => [status, code])).toEqual(
      Array.from({ length: FAILING }, () => ['failed', 'rate_limited']),
    );
    const done = await drafted();
    expect([done.length, new Set([...done, ...notDone.map(({ object }) => object)]).size]).toEqual([DONE, BRANCHES]);
    expect([
      await arbiter.count('branch.recorded'),
      await arbiter.count('branch.recorded', '"status":"failed"'),
    ]).toEqual([BRANCHES, FAILING]);
  });

  it('tells of all of them in one line, once (AP-07)', async () => {
    const { runId } = await instance();
    const { reply } = (await arbiter.run(runId)) as { reply: string };
    expect(reply).toMatch(new RegExp(`^${BRANCHES} looked into: ${DONE} done, ${FAILING} failed, [^\\n]*$`));
    expect((await arbiter.uiLog(runId)).filter(({ type }) => type === 'rag.done')).toHaveLength(1);
  });

  it('is decided the same when it is replayed (RT-16)', async () => {
    expect(await runTool(arbiter, 'main', '--all', '--verify')).toMatchObject({ code: 0, errors: '' });
  });
});
