import { setImmediate as turn } from 'node:timers/promises';
import { InOrder } from './in-order';

describe('works in order', () => {
  it('of one name begin when the one before has ended, those of another do not wait', async () => {
    const [order, ended]: [InOrder, string[]] = [new InOrder(), []];
    let open = (): void => undefined;
    const held = new Promise<void>((resolve) => (open = resolve));
    const first = order.run('a', async () => void (await held.then(() => ended.push('a1'))));
    const second = order.run('a', async () => void ended.push('a2'));
    await order.run('b', async () => void ended.push('b1'));
    expect(ended).toEqual(['b1']);
    open();
    await Promise.all([first, second]);
    expect(ended).toEqual(['b1', 'a1', 'a2']);
  });

  it('go on after one that failed, and leave nothing behind', async () => {
    const order = new InOrder();
    const failed = order.run('a', async () => Promise.reject(new Error('away')));
    const next = order.run('a', async () => 'done');
    await expect(failed).rejects.toThrow('away');
    expect(await next).toBe('done');
    await turn();
    expect(order.isIdle).toBe(true);
  });

  it('are heard of in their order by those who wait', async () => {
    const [order, heard]: [InOrder, number[]] = [new InOrder(), []];
    await Promise.all(
      [3, 1, 2].map(async (count, index) => {
        await order.run('a', async () => {
          for (let left = count; left > 0; left -= 1) await turn();
        });
        heard.push(index);
      }),
    );
    expect(heard).toEqual([0, 1, 2]);
  });
});
