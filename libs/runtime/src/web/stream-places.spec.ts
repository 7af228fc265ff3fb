import { StreamPlaces, streamsPerClient } from './stream-places';

describe('the places for event streams', () => {
  it('are so many a client, and one that is given back is free, once', () => {
    const places = new StreamPlaces(2);
    const leave = places.take('a');
    places.take('a');
    expect(() => places.take('a')).toThrow(
      expect.objectContaining({
        status: 429,
        headers: { 'retry-after': '10' },
        detail: expect.stringContaining('ARBITER_STREAMS_PER_CLIENT'),
      }),
    );
    places.take('b');
    leave();
    leave();
    places.take('a');
    expect(() => places.take('a')).toThrow(expect.objectContaining({ status: 429 }));
  });

  it('are without end when they are 0, 1000 when not configured, and a number in any case', () => {
    const places = new StreamPlaces(streamsPerClient({ ARBITER_STREAMS_PER_CLIENT: '0' }));
    for (let count = 0; count < 5_000; count += 1) places.take('a');
    expect(streamsPerClient({})).toBe(1_000);
    expect(() => streamsPerClient({ ARBITER_STREAMS_PER_CLIENT: '-1' })).toThrow(
      /^ARBITER_STREAMS_PER_CLIENT is "-1"; set it to/,
    );
  });
});
