import type { StreamInfo } from '@nats-io/jetstream';
import { lossOf } from './loss';

const NOTED = { stream: 'EVT', sequence: 100, time: '2026-01-01T00:00:00.000000001Z' } as const;
const found = (last: number, description = 'a life', first = 1) =>
  ({ config: { description }, state: { first_seq: first, last_seq: last } }) as unknown as StreamInfo;
const holding = (timestamp: string | null) => async () => (timestamp === null ? null : { timestamp });

describe('whether a stream is still the one that was noted', () => {
  it.each([
    ['nothing came since', found(100), NOTED.time],
    ['more came since', found(150), NOTED.time],
    ['what was noted has grown too old', found(150, 'a life', 101), 'another message'],
    ['what was noted grows too old while it is looked for', found(150), null],
  ])('it is: %s', async (_, info, timestamp) => {
    expect(await lossOf(NOTED, 'a life', info, holding(timestamp))).toBeNull();
  });

  it.each([
    ['it is gone', null, NOTED.time, /gone/],
    ['it was made anew', found(150, 'another life'), NOTED.time, /another life/],
    ['its owner was never recorded', found(150, ''), NOTED.time, /another life/],
    ['it comes from an older backup', found(99), NOTED.time, /ends at 99/],
    [
      'its end never reached the disk, and others came in the meantime',
      found(150),
      '2026-01-01T00:00:09.000000000Z',
      /another message/,
    ],
  ])('it is not: %s', async (_, info, timestamp, reason) => {
    expect(await lossOf(NOTED, 'a life', info, holding(timestamp))).toMatch(reason);
  });

  it('asks for no message of a stream that was empty, which a server refuses', async () => {
    const asked = jest.fn();
    expect(await lossOf({ ...NOTED, sequence: 0, time: '0001-01-01T00:00:00Z' }, 'a life', found(5), asked)).toBeNull();
    expect(asked).not.toHaveBeenCalled();
  });
});
