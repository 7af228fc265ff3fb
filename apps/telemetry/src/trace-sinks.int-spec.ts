import { randomUUID } from 'node:crypto';
import type { TraceEvent } from '@arbiter/contracts';
import type { PastSpan } from '@arbiter/runtime';
import { EventStore, type Database } from '@arbiter/store';
import { CUSTOMER, Laboratory } from '@arbiter/store/testing/laboratory';
import { Projector, readModels, type ReadModel } from '@arbiter/views';
import { AgentStory, repeatingAgent, SAID, TRACE } from '@arbiter/views/testing/agent-story';
import { TRACE_SINKS, traceSinksOf, type TraceSinkName } from './trace-sinks';

/** What every sink of the trace does (TL-08): the database's, the printed one and that of spans. */
describe.each(TRACE_SINKS)('the trace of agents in %s', (name) => {
  let laboratory: Laboratory;
  let database: Database;
  let store: EventStore;
  const lines: string[] = [];
  const spans: PastSpan[] = [];

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    database = laboratory.database();
    const keyring = laboratory.keyring(database);
    await keyring.create([CUSTOMER]);
    store = new EventStore(database, keyring, 'executor');
  });
  afterAll(() => laboratory.close());
  beforeEach(() => {
    lines.length = 0;
    spans.length = 0;
  });

  async function write({ events }: AgentStory): Promise<void> {
    for (const event of events)
      await store.append([{ stream: event.stream, events: [event], decisions: [], due: [], ui: [] }]);
  }

  /** As a process that has just started does it, in pages of so many facts. */
  async function fold(pageEvents: number, ...others: readonly ReadModel[]): Promise<void> {
    const parts = {
      tracing: { tell: (span: PastSpan) => void spans.push(span) },
      print: (line: string) => void lines.push(line),
    };
    const [model] = readModels([], traceSinksOf([name], parts)).filter((one) => one.name === 'trace');
    const projector = new Projector(database, [model!, ...others], { pageEvents });
    for (let round = 0; round < 100 && (await projector.round()).events > 0; round += 1);
  }

  const READERS: Readonly<Record<TraceSinkName, (runId: string) => Promise<readonly string[]>>> = {
    postgres: async (runId) => {
      const { rows } = await database.pool.query<{ told: string }>(
        "select type || ' ' || phase_index as told from trace_event where request_id = $1 order by sequence",
        [runId],
      );
      return rows.map(({ told }) => told);
    },
    stdout: async (runId) =>
      lines
        .map((line) => JSON.parse(line) as TraceEvent)
        .filter(({ requestId }) => requestId === runId)
        .map(({ type, phaseIndex }) => `${type} ${phaseIndex}`),
    // The beginning and the end of a phase are those of its span; the tools are registered before the first begins.
    otlp: async (runId) =>
      spans
        .filter(({ name: of, attributes }) => of !== 'agent' && attributes['arbiter.run'] === runId)
        .flatMap(({ events, attributes }) => {
          const told = events.map((event) => `${event.name} ${attributes['arbiter.phase_index']}`);
          const before = told.filter((one) => one.startsWith('tool_registration'));
          return [
            ...before,
            `orchestration_phase_start ${attributes['arbiter.phase_index']}`,
            ...told.slice(before.length),
            `orchestration_phase_end ${attributes['arbiter.phase_index']}`,
          ];
        }),
  };
  const told = READERS[name];
  const WHOLE = [
    'tool_registration 1',
    'orchestration_phase_start 1',
    'tool_call 1',
    'tool_result 1',
    'orchestration_phase_end 1',
    'orchestration_phase_start 2',
    'duplicate_tool_call 2',
    'orchestration_phase_end 2',
  ];
  const everything = async () =>
    JSON.stringify([lines, spans, (await database.pool.query('select * from trace_event')).rows]);

  it.each([1, 3, 1_000])('is told whole and in the order of the log, in pages of %i facts', async (pageEvents) => {
    const runId = randomUUID();
    await write(repeatingAgent(undefined, runId));
    await fold(pageEvents);
    expect(await told(runId)).toEqual(WHOLE);
  });

  it('keeps two agents apart that work at the same time', async () => {
    const [one, other] = [repeatingAgent(undefined, randomUUID()), repeatingAgent(undefined, randomUUID())];
    for (const [index, event] of one.events.entries())
      for (const fact of [event, other.events[index]!])
        await store.append([{ stream: fact.stream, events: [fact], decisions: [], due: [], ui: [] }]);
    await fold(5);
    expect([await told(one.runId), await told(other.runId)]).toEqual([WHOLE, WHOLE]);
  });

  it('is not told again by a process that begins later', async () => {
    const runId = randomUUID();
    await write(repeatingAgent(undefined, runId));
    await fold(1_000);
    await fold(1_000);
    expect(await told(runId)).toEqual(WHOLE);
  });

  it('is not told of a page that was rolled back, until it comes again', async () => {
    const runId = randomUUID();
    await write(repeatingAgent(undefined, runId));
    const failing: ReadModel = { name: 'failing', tables: [], fold: () => Promise.reject(new Error('no')) };
    await fold(1_000, failing).catch(() => undefined);
    expect(await told(runId)).toEqual([]);
    await fold(1_000);
    expect(await told(runId)).toEqual(WHOLE);
  });

  it('holds the trace of its request, and nothing that was said (TL-11, TP-12)', async () => {
    await write(repeatingAgent(undefined, randomUUID()));
    await fold(1_000);
    const text = await everything();
    expect(text).toContain(TRACE);
    for (const word of SAID) expect(text).not.toContain(word);
  });
});
