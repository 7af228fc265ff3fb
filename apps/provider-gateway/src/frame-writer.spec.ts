import { setImmediate as nextTurn } from 'node:timers/promises';
import { FrameWriter } from './frame-writer';

describe('the frames of a gateway', () => {
  const opened = (isClosed = false) => {
    const sent: [string, unknown][] = [];
    const publish = (inbox: string, body?: unknown) => void sent.push([inbox, body]);
    return { sent, writer: new FrameWriter({ publish, isClosed: () => isClosed }) };
  };

  it('leave together at the end of the turn they came in, in their order (1, 2)', async () => {
    const { sent, writer } = opened();
    writer.write('a', '1');
    await Promise.resolve();
    writer.write('b', '1');
    writer.write('a', '2');
    expect(sent).toEqual([]);
    await nextTurn();
    expect(sent).toEqual([
      ['a', '1'],
      ['b', '1'],
      ['a', '2'],
    ]);
  });

  it('leave once, flushed or not, and those that come later as well (2)', async () => {
    const { sent, writer } = opened();
    writer.write('a', '1');
    writer.flush();
    writer.write('a', '2');
    await nextTurn();
    await nextTurn();
    expect(sent).toEqual([
      ['a', '1'],
      ['a', '2'],
    ]);
  });

  it('go nowhere without a connection, and nothing fails (3)', async () => {
    const { sent, writer } = opened(true);
    writer.write('a', '1');
    await nextTurn();
    expect(sent).toEqual([]);
  });
});
