import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunView, Source, UiEvent } from '@arbiter/contracts';
import { activateTenant, readTenantFolder } from '@arbiter/runtime';
import { alteredShop } from './altered-shop';
import { TestSystem, eventually } from './test-system';

const FOR_STAFF = '---\ntitle: Staff rules\naudience: [staff]\n---\nStaff may take home one broken teapot a month.\n';

describe('the written knowledge of the shop', () => {
  let arbiter: TestSystem;
  let folder: string;

  beforeAll(async () => {
    folder = alteredShop({});
    writeFileSync(join(folder, 'knowledge/staff.md'), FOR_STAFF);
    arbiter = await TestSystem.open({ tenants: [folder] });
  });
  afterAll(() => arbiter?.close());

  async function ask(text: string, options: { readonly locale?: string; readonly channel?: string } = {}) {
    const events: UiEvent[] = [];
    const turn = await arbiter.chat(undefined, undefined, options).say(text, (event) => events.push(event));
    return { ...turn, events, types: events.map(({ type }) => type), runId: events[0]!.requestId };
  }
  const sourcesIn = (events: readonly UiEvent[]): readonly Source[] =>
    events.filter(({ type }) => type === 'rag.sources').flatMap(({ payload }) => payload['sources'] as Source[]);

  it('answers a question with its source, which is shown before the first word (EX-08, EX-12, EV-01, EX-27)', async () => {
    const before = (await arbiter.ledger()).length;
    const { text, status, header, events, types, runId } = await ask('can I send back shoes I wore once?');
    expect({ status, header }).toEqual({ status: 'ok', header: '' });
    expect(text).toMatch(/^This is what we have written under “Returns, Worn and used goods”: “You may try shoes/);
    expect(text).toContain('Shoes that you wore once indoors can be sent back like new ones');
    expect(types.indexOf('rag.sources')).toBeGreaterThan(0);
    expect(types.indexOf('rag.sources')).toBeLessThan(types.indexOf('rag.token'));
    expect(sourcesIn(events)[0]).toMatchObject({ title: 'Returns', section: 'Worn and used goods' });
    const view = (await arbiter.run(runId)) as unknown as RunView;
    expect(view.sources).toEqual(sourcesIn(events));
    expect(await arbiter.ledger()).toHaveLength(before);
  });

  it('answers in German from what is written in German', async () => {
    const { text, events } = await ask('Wie lange habe ich Garantie auf einen Wasserkocher?', { locale: 'de-DE' });
    expect(text).toMatch(/^Das haben wir unter „Garantie, Wie lange die Garantie gilt“ geschrieben: „Auf alles/);
    expect(sourcesIn(events).every(({ title }) => title === 'Garantie')).toBe(true);
  });

  it('says that it finds nothing, shows no source, and offers a person', async () => {
    const { text, status, events, types } = await ask('do you sell gift wrapping?');
    expect(status).toBe('ok');
    expect(text).toMatch(/^I can't find anything about that in what the shop has written\. .*\?$/);
    expect(types).not.toContain('rag.sources');
    const reply = events.find(({ payload }) => payload['kind'] === 'reply');
    expect(reply?.payload).toMatchObject({ question: { key: 'handoff', choices: ['Yes, please', 'No, thanks'] } });
  });

  it('shows a document to its audience only', async () => {
    const question = 'can I pick up a broken teapot in the shop and take it home?';
    const [staff, customer] = [await ask(question, { channel: 'staff' }), await ask(question)];
    expect(sourcesIn(staff.events).map(({ title }) => title)).toContain('Staff rules');
    expect(sourcesIn(customer.events).map(({ title }) => title)).not.toContain('Staff rules');
    expect(customer.text).not.toContain('Staff may');
  });

  it('keeps what was asked and what was found sealed in the log', async () => {
    const { runId } = await ask('how long is the warranty on a kettle?');
    const { rows } = await arbiter.pool.query<{ envelope: string }>('select envelope from event where stream_id = $1', [
      `run-shop-${runId}`,
    ]);
    const log = rows.map(({ envelope }) => envelope).join('\n');
    expect(log).toContain('arbiter.retrieval.requested.v1');
    expect(log).not.toMatch(/how long is the warranty|three years/i);
  });

  it('is read in again where a file has changed, in running services', async () => {
    const question = 'how long can I return something?';
    expect((await ask(question)).text).toContain('within 30 days');
    const file = join(folder, 'knowledge/returns.md');
    writeFileSync(file, readFileSync(file, 'utf8').replace('within 30 days', 'within 60 days'));
    const lines: string[] = [];
    const url = arbiter.system.stack.postgres.url;
    expect(await activateTenant(url, await readTenantFolder(folder), (line) => lines.push(line))).toBe('activated');
    expect(lines).toEqual([
      'knowledge of tenant shop: “Returns” (en), 6 passages',
      'knowledge of tenant shop: 9 documents, 1 new',
      'artifacts of tenant shop activated',
    ]);
    const answered = await eventually('the new text to be found', async () => {
      const { text } = await ask(question);
      return text.includes('within 60 days') ? text : null;
    });
    expect(answered).not.toContain('within 30 days');
  });
});
