import { MessageChannel } from 'node:worker_threads';
import { RunningTime } from './running-time';

const block = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

describe('time in which a thread ran', () => {
  it('passes once', async () => {
    const passed = jest.fn();
    await new Promise<void>((resolve) => new RunningTime(40, () => (passed(), resolve())));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(passed).toHaveBeenCalledTimes(1);
  });

  it('does not pass while the thread is blocked, so that what came meanwhile is read first', async () => {
    const order: string[] = [];
    const channel = new MessageChannel();
    const answered = new Promise<void>((resolve) =>
      channel.port1.once('message', () => (order.push('answer'), resolve())),
    );
    const passed = new Promise<void>((resolve) => new RunningTime(200, () => (order.push('passed'), resolve())));
    channel.port2.postMessage('answer');
    block(400);
    await Promise.all([answered, passed]);
    channel.port1.close();
    expect(order).toEqual(['answer', 'passed']);
  });

  it('does not pass after it was stopped', async () => {
    const passed = jest.fn();
    new RunningTime(20, passed).stop();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(passed).not.toHaveBeenCalled();
  });
});
