import { randomUUID } from 'node:crypto';
import { submitted } from '@arbiter/store/testing/laboratory';
import { ShellLaboratory } from '../testing/shell-laboratory';
import { noteDecider, type Notes } from '../testing/note-decider';
import { UncachedMemory } from '../testing/uncached-memory';
import { fold, type Entry } from './entry';
import type { StreamMemory } from './stream-memory';

const freshStream = () => `session-shop-${randomUUID()}`;
const told = ({ state, version }: Entry<Notes>) => ({ runs: state.runs, version });

/** What every memory of streams keeps (TH-10), whatever stands behind it. */
describe.each(['hydrator', 'unremembering'] as const)('the memory "%s"', (kind) => {
  let laboratory: ShellLaboratory;

  beforeAll(async () => {
    laboratory = await ShellLaboratory.open();
  });
  afterAll(() => laboratory.close());

  /** A shell on this memory, and another memory of the same kind that has seen nothing yet. */
  async function replica() {
    const parts = await laboratory.noteShell(
      {},
      kind === 'hydrator' ? undefined : (store, definition) => new UncachedMemory(store, definition),
    );
    const note = (stream: string, requestId: string) =>
      parts.shell.submit(stream, { name: 'note', requestId } as never, submitted('turn-shop-x', 1, requestId));
    return { ...parts, note, memory: parts.memory as StreamMemory<Notes> };
  }

  it('loads nothing of a stream that was never written', async () => {
    const { memory } = await replica();
    expect(told(await memory.fresh(freshStream()))).toEqual({ runs: [], version: 0 });
    expect(told(memory.empty())).toEqual({ runs: [], version: 0 });
  });

  it('loads what was appended, wherever it was appended', async () => {
    const [here, there] = [await replica(), await replica()];
    const stream = freshStream();
    await here.note(stream, 'one');
    await there.note(stream, 'two');
    await here.note(stream, 'three');
    const expected = { runs: ['one', 'two', 'three'], version: 3 };
    for (const { memory } of [here, there, await replica()]) expect(told(await memory.fresh(stream))).toEqual(expected);
  });

  it('keeps streams apart', async () => {
    const { memory, note } = await replica();
    const [one, other] = [freshStream(), freshStream()];
    await Promise.all([note(one, 'one'), note(other, 'other')]);
    expect((await memory.fresh(one)).state.runs).toEqual(['one']);
    expect((await memory.fresh(other)).state.runs).toEqual(['other']);
  });

  it('never knows more without looking than what is committed', async () => {
    const { memory, note } = await replica();
    const stream = freshStream();
    await note(stream, 'one');
    const cached = memory.cached(stream);
    expect([undefined, 1]).toContain(cached?.version);
  });

  it('clears what is known here, and loads the same again', async () => {
    const { memory, note, store, definition } = await replica();
    const stream = freshStream();
    await note(stream, 'one');
    const before = told(await memory.fresh(stream));
    memory.forget(stream);
    expect(memory.cached(stream)).toBeUndefined();
    expect(told(await memory.fresh(stream))).toEqual(before);
    const events = (await store.read([{ stream, after: 0 }])).get(stream)!;
    const kept = memory.keep(
      stream,
      events.reduce(
        (entry, event) => fold(noteDecider as typeof definition.decider, definition.feeds, entry, event),
        memory.empty(),
      ),
    );
    expect(told(kept)).toEqual(before);
  });

  it('lets a shell go on after what it cleared, and ignore what it has', async () => {
    const { memory, note } = await replica();
    const stream = freshStream();
    await note(stream, 'one');
    memory.forget(stream);
    await note(stream, 'one');
    await note(stream, 'two');
    expect(told(await memory.fresh(stream))).toEqual({ runs: ['one', 'two'], version: 2 });
  });
});
