import type { UiEvent } from '@arbiter/contracts';
import { ShownLines } from './shown-lines';

const lineOf = (body: string) => ({ event: {} as UiEvent, body });

describe('lines that are handed over within a process', () => {
  it('reach everyone who watches their run, in order, and no one else (1)', () => {
    const lines = new ShownLines();
    const taken: string[] = [];
    lines.watch('run-1', ({ body }) => taken.push(`one ${body}`));
    lines.watch('run-1', ({ body }) => taken.push(`two ${body}`));
    lines.watch('run-2', ({ body }) => taken.push(`other ${body}`));
    lines.give('run-1', lineOf('a'));
    lines.give('run-1', lineOf('b'));
    expect(taken).toEqual(['one a', 'two a', 'one b', 'two b']);
  });

  it('reach no one who has left, and nothing is kept of a run that no one watches', () => {
    const lines = new ShownLines();
    const taken: string[] = [];
    const leave = lines.watch('run-1', ({ body }) => taken.push(`one ${body}`));
    const leaveToo = lines.watch('run-1', ({ body }) => taken.push(`two ${body}`));
    leave();
    lines.give('run-1', lineOf('a'));
    leaveToo();
    lines.give('run-1', lineOf('b'));
    expect(taken).toEqual(['two a']);
    expect((lines as unknown as { watchers: Map<string, unknown> }).watchers.size).toBe(0);
  });
});
