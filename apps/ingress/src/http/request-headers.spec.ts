import { idempotencyKey, lastEventId, preferredWait, wantsEventStream } from './request-headers';

describe('request headers', () => {
  it.each<[string | undefined, number | null]>([
    ['wait=10', 10],
    ['respond-async, wait=5', 5],
    ['respond-async; x, WAIT = "7"', 7],
    ['wait=600', 60],
    ['wait=0', 0],
    [undefined, null],
    ['', null],
    ['wait', null],
    ['wait=soon', null],
    ['await=5', null],
    ['wait=5s', null],
  ])('prefer to wait: %p', (header, seconds) => {
    expect(preferredWait(header)).toBe(seconds);
  });

  it.each<[string | undefined, boolean]>([
    ['text/event-stream', true],
    ['application/json, Text/Event-Stream;q=0.5', true],
    ['*/*', false],
    [undefined, false],
    ['x-text/event-stream', false],
  ])('want an event stream: %p', (header, expected) => {
    expect(wantsEventStream(header)).toBe(expected);
  });

  it('tell the last event, the header before the query', () => {
    expect([
      lastEventId('7', '3'),
      lastEventId(undefined, '3'),
      lastEventId(undefined, undefined),
      lastEventId('', undefined),
    ]).toEqual([7, 3, 0, 0]);
    for (const bad of ['-1', 'x', '1.5', '99999999999'])
      expect(() => lastEventId(bad, undefined)).toThrow(/must be the id of an event/);
    expect(() => lastEventId(undefined, ['1', '2'])).toThrow(expect.objectContaining({ status: 400 }));
  });

  it('hold a key where one is needed', () => {
    expect(() => idempotencyKey(undefined, true)).toThrow(expect.objectContaining({ status: 400 }));
    expect(() => idempotencyKey('x'.repeat(129), false)).toThrow(/idempotency-key/);
    expect([idempotencyKey('k', true), idempotencyKey(undefined, false)]).toEqual(['k', undefined]);
  });
});
