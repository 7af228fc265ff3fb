import type { PlaybookDayView, ToolDefinition } from '@arbiter/contracts';
import { PlaybookClient } from '@arbiter/stack';
import { copyOfStudio } from './copy-of-studio';
import { KEEPER, note, notesBy } from './note-playbook';
import { TestSystem, eventually } from './test-system';
import { runTool } from './tool';

const DAY = '2026-11-23';
const STOPPED_DAY = '2026-11-24';
const WANTED = ['INV-2001', 'INV-2002'];
const NOTES = notesBy({
  over: 'invoices',
  where: 'item.number in ["INV-2001", "INV-2002"]',
  steps: [note({ subject: 'An open invoice', body: 'Please look at it' })],
});

/** The studio with one more playbook, whose drafts are tried once each. */
function studioOfNotes(): string {
  const copy = copyOfStudio();
  copy.change('tools.yaml', ({ tools, ...others }: { readonly tools: readonly ToolDefinition[] }) => ({
    ...others,
    tools: tools.map((tool) => (tool.tool === 'mail.draft.create' ? { ...tool, maxAttempts: 1 } : tool)),
  }));
  copy.add(NOTES, { keeper: KEEPER });
  return copy.folder;
}

describe('a day that did not end well', () => {
  let arbiter: TestSystem;
  beforeAll(async () => {
    arbiter = await TestSystem.open({ tenants: [studioOfNotes()], environment: { ARBITER_TENANT: 'studio' } });
    await arbiter.faults([{ route: 'POST /drafts', kind: '429', retryAfterSeconds: 0, times: WANTED.length }]);
  });
  afterAll(() => arbiter?.close());

  const url = () => `${arbiter.system.httpUrl}/api/playbooks/${NOTES.playbook}/runs`;
  const begin = async (day = DAY) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url(), { method: 'POST', headers, body: JSON.stringify({ day }) });
    return ((await response.json()) as { requestId: string }).requestId;
  };
  const drafted = async () =>
    (await arbiter.ledger()).flatMap(({ route, body }) => (route === 'POST /drafts' ? [String(body['about'])] : []));

  const seen = (what: string, runId: string, isSo: (day: PlaybookDayView) => boolean) =>
    eventually(what, async () => {
      const response = await fetch(`${url()}/${STOPPED_DAY}`);
      if (!response.ok) return null;
      const day = (await response.json()) as PlaybookDayView;
      return day.runId === runId && isSo(day) ? day : null;
    });

  it('in error is begun anew by the next request, as an attempt of its own, and has one run again then', async () => {
    const { run: first } = await new PlaybookClient(arbiter.system.httpUrl, NOTES.playbook).carryOut(DAY);
    expect(first).toMatchObject({ status: 'error', code: 'branches_failed', branches: { failed: WANTED.length } });
    const anew = await begin();
    expect(anew).not.toBe(first.runId);
    const ended = await eventually('the day to be carried out', async () => {
      const day = (await (await fetch(`${url()}/${DAY}`)).json()) as PlaybookDayView;
      return day.runId === anew && day.status === 'ok' ? day : null;
    });
    expect(ended).toMatchObject({ attempt: 2, branches: { done: WANTED.length, failed: 0 } });
    expect((await drafted()).toSorted()).toEqual(WANTED);
    expect(await begin()).toBe(anew);
    expect(await (await fetch(url())).json()).toMatchObject([{ day: DAY, runId: anew }]);
    expect((await drafted()).toSorted()).toEqual(WANTED);
  });

  it('because it was stopped is begun anew as well, and what was done before is not done twice', async () => {
    const before = (await drafted()).length;
    await arbiter.faults([{ route: 'POST /drafts', kind: 'held', times: 1 }]);
    const first = await begin(STOPPED_DAY);
    await seen('one of the two to be done', first, ({ branches }) => branches.done === 1);
    await fetch(`${arbiter.system.httpUrl}/api/runs/${first}/cancel`, { method: 'POST' });
    await arbiter.faults([]);
    await seen('the day to be stopped', first, ({ status }) => status === 'cancelled');
    const anew = await begin(STOPPED_DAY);
    expect(anew).not.toBe(first);
    const ended = await seen('the day to be carried out', anew, ({ status }) => status === 'ok');
    expect(ended).toMatchObject({ attempt: 2, branches: { done: WANTED.length, failed: 0 } });
    expect((await drafted()).slice(before).toSorted()).toEqual(WANTED);
  });

  it('is decided the same when it is replayed (RT-16)', async () => {
    expect(await runTool(arbiter, 'main', '--all', '--verify')).toMatchObject({ code: 0, errors: '' });
  });
});
