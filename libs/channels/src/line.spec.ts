import { Line } from './line';

describe('the messages of a chat', () => {
  it('go one at a time, in the order they came', async () => {
    const line = new Line();
    const done: number[] = [];
    const gate = Promise.withResolvers<void>();
    const all = [
      line.enqueue(() => gate.promise.then(() => void done.push(1))),
      line.enqueue(async () => void done.push(2)),
    ];
    expect(line.isIdle).toBe(false);
    gate.resolve();
    await Promise.all(all);
    expect(done).toEqual([1, 2]);
    expect(line.isIdle).toBe(true);
  });

  it('wait for one before them that was put back, and for none behind them', () => {
    const line = new Line();
    line.putBack(5, 1_000);
    expect(line.behind(6, 0)).toBe(1_000);
    expect(line.behind(5, 0)).toBe(0);
    expect(line.behind(4, 0)).toBe(0);
    line.settled(5);
    expect(line.behind(6, 0)).toBe(0);
    expect(line.isIdle).toBe(true);
  });

  it('wait half a second at least once its time has come, and not for ever', () => {
    const line = new Line();
    line.putBack(5, 1_000);
    expect(line.behind(6, 2_000)).toBe(500);
    expect(line.behind(6, 61_001)).toBe(0);
  });
});
