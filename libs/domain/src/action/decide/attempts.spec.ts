import type { EventData, Fact } from '@arbiter/contracts';
import { actionBundle } from '../../fixtures/action-bundle';
import { actionRequested, cancelRequested } from '../../fixtures/action-events';
import { honestActionDecider } from '../../fixtures/provenance';
import { shopTools } from '../../fixtures/shop-tools';
import { answered } from '../../fixtures/tool-outcomes';
import { contextOf, given } from '../../specification';
import { actionDecider } from '../action-decider';
import type { EffectFinished, PlaceGranted, ProbeFinished } from '../action-inputs';
import { compiledTool, type CompiledTool } from '../calls/compiled-tool';
import { effectOutcome } from '../calls/effect-outcome';

const CLASSES = {
  native_key: 'shop.refund.create',
  etag: 'shop.refund_etag.create',
  query_before_write: 'shop.ticket.create',
  none: 'shop.refund_plain.create',
} as const;
type Class = keyof typeof CLASSES;

const args = (repeat: Class) =>
  repeat === 'query_before_write' ? { summary: 'It leaks.' } : { orderNumber: '1003', amount: 20 };
const queued = (repeat: Class, bundle = actionBundle()) =>
  given(honestActionDecider, contextOf(bundle))
    .facts()
    .when(actionRequested({ tool: CLASSES[repeat], args: args(repeat) }));
const place = (attempt: number): PlaceGranted => ({ name: 'place.granted', attempt });
const dispatched = (repeat: Class, bundle = actionBundle()) => queued(repeat, bundle).when(place(1));
const effect = (attempt: number, outcome: EffectFinished['outcome']): EffectFinished => ({
  name: 'effect.finished',
  attempt,
  outcome,
  draw: 0.5,
});
const probe = (attempt: number, finding: ProbeFinished['finding']): ProbeFinished => ({
  name: 'probe.finished',
  attempt,
  finding,
  draw: 0.5,
});

const TRANSIENT = {
  kind: 'transient',
  code: 'vendor_unavailable',
  reason: 'the vendor answered 503',
  retryAfterMilliseconds: null,
} as const;
const UNSENT = {
  kind: 'transient',
  code: 'vendor_unavailable',
  reason: 'too late',
  retryAfterMilliseconds: null,
  isUnsent: true,
} as const;
const AMBIGUOUS = { kind: 'ambiguous', code: 'connection_lost', reason: 'the connection failed' } as const;
const PERMANENT = { kind: 'permanent', code: 'vendor_rejected', reason: 'the vendor answered 422' } as const;
const REVOKED = { kind: 'permanent', code: 'auth_failed', reason: 'the vendor answered 401' } as const;
const SUCCEEDED = { kind: 'succeeded', result: { refundId: 'R-1' } } as const;
const UNAVAILABLE = {
  kind: 'unavailable',
  code: 'vendor_unavailable',
  reason: 'the probe was answered with 500',
  retryAfterMilliseconds: null,
} as const;
const RETRY = { name: 'due', key: 'retry' } as const;
const MISSED = { name: 'due', key: 'place' } as const;
const SEND = { name: 'due', key: 'send' } as const;
const LATER = '2026-03-02T10:01:00.000Z';

/** What the tool makes of an answer of its vendor. */
const answerOf = (repeat: Class, status: number, { body = null, ...more }: Partial<ReturnType<typeof answered>> = {}) =>
  effectOutcome(compiledTool(actionBundle(), CLASSES[repeat]) as CompiledTool, answered(status, body, more));

/** Attempt after attempt, each with the same end, until nothing is tried any more. */
function exhaust(repeat: Class, outcome: EffectFinished['outcome']) {
  let story = dispatched(repeat);
  let attempts = 1;
  for (
    story = story.when(effect(1, outcome));
    story.history.at(-1)?.name === 'action.retry_scheduled' && attempts < 20;
    attempts += 1
  ) {
    story = story
      .when(RETRY)
      .when(place(attempts + 1))
      .when(effect(attempts + 1, outcome));
  }
  return { attempts, story, last: story.history.at(-1) as Fact };
}

describe.each(Object.keys(CLASSES) as Class[])('a dispatched action of class %s', (repeat) => {
  it('succeeds with the result of the vendor', () => {
    expect(dispatched(repeat).when(effect(1, SUCCEEDED)).fact('action.succeeded')).toMatchObject({
      attempt: 1,
      result: { refundId: 'R-1' },
      recovered: false,
      checks: null,
    });
  });

  it('fails for good when the vendor refuses it', () => {
    expect(dispatched(repeat).when(effect(1, PERMANENT)).fact('action.failed')).toMatchObject({
      code: 'vendor_rejected',
    });
  });

  it('is tried again after a transient failure, with the same key, and fails when its attempts are over', () => {
    const { attempts, story, last } = exhaust(repeat, TRANSIENT);
    expect(attempts).toBe(3);
    expect(last).toMatchObject({ name: 'action.failed', data: { attempt: 3, code: 'vendor_unavailable' } });
    const sent = story.history
      .filter((fact) => fact.name === 'action.dispatched')
      .map((fact) => fact.data as EventData<'action.dispatched'>);
    expect(sent.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    const asked = story.history
      .filter((fact) => fact.name === 'action.queued')
      .map((fact) => fact.data as EventData<'action.queued'>);
    expect(asked.map(({ attempt, tried, checks }) => [attempt, tried, checks === null])).toEqual([
      [1, 0, false],
      [2, 1, true],
      [3, 2, true],
    ]);
    expect(new Set(sent.map(({ idempotencyKey, request }) => JSON.stringify([idempotencyKey, request]))).size).toBe(1);
  });

  it('waits with full jitter, longer each time, and at least as long as the vendor wants (EX-22)', () => {
    const first = dispatched(repeat).when(effect(1, TRANSIENT));
    expect(first.fact('action.retry_scheduled')).toMatchObject({
      attempt: 1,
      retryAt: '2026-03-02T10:00:00.100Z',
      unsettled: false,
    });
    expect(first.when(RETRY).when(place(2)).when(effect(2, TRANSIENT)).fact('action.retry_scheduled').retryAt).toBe(
      '2026-03-02T10:00:00.200Z',
    );
    expect(
      dispatched(repeat)
        .when({ ...effect(1, TRANSIENT), draw: 0 })
        .fact('action.retry_scheduled').retryAt,
    ).toBe('2026-03-02T10:00:00.000Z');
    const wanted = dispatched(repeat).when(effect(1, { ...TRANSIENT, retryAfterMilliseconds: 3_000 }));
    expect(wanted.fact('action.retry_scheduled').retryAt).toBe('2026-03-02T10:00:03.000Z');
    expect(actionDecider.due?.(wanted.decided[0] as Fact)).toEqual([
      { key: 'retry', at: '2026-03-02T10:00:03.000Z' },
      { key: 'send', at: null },
    ]);
  });

  it('an outcome of an attempt before the last changes nothing, unless it took effect', () => {
    const second = dispatched(repeat).when(effect(1, TRANSIENT)).when(RETRY).when(place(2));
    second.when(effect(1, TRANSIENT)).thenIgnored('stale_attempt');
    second.when(effect(1, PERMANENT)).thenIgnored('stale_attempt');
    second.when(effect(3, SUCCEEDED)).thenIgnored('no_such_attempt');
    expect(second.when(effect(1, SUCCEEDED)).fact('action.succeeded').attempt).toBe(1);
    expect(second.when(effect(2, TRANSIENT)).when(effect(2, SUCCEEDED)).fact('action.succeeded').attempt).toBe(2);
  });

  it('an attempt that never left the gateway waits for a place again, uses up no attempt, and is never unknown', () => {
    let story = dispatched(repeat);
    for (let attempt = 1; attempt <= 70; attempt += 1)
      story = story
        .when(effect(attempt, UNSENT))
        .thenNamed('action.queued')
        .when(place(attempt + 1))
        .thenNamed('action.dispatched');
    expect(story.when(effect(71, SUCCEEDED)).fact('action.succeeded').attempt).toBe(71);
    const second = story
      .when(effect(71, TRANSIENT))
      .thenNamed('action.retry_scheduled')
      .when(RETRY)
      .when(place(72))
      .when(effect(72, TRANSIENT));
    second
      .thenNamed('action.retry_scheduled')
      .when(RETRY)
      .when(place(73))
      .when(effect(73, TRANSIENT))
      .thenNamed('action.failed');
    const tooLong = story.when(effect(71, UNSENT)).at('2026-03-02T10:10:00.000Z').when(MISSED);
    expect(tooLong.thenNamed('action.failed').fact('action.failed')).toMatchObject({
      code: 'rate_limited',
      attempt: 71,
    });
  });

  it('an outcome that comes twice, or after the end, changes nothing', () => {
    const over = dispatched(repeat).when(effect(1, SUCCEEDED));
    over.when(effect(1, SUCCEEDED)).thenIgnored('not_in_flight');
    over.at(LATER).when(SEND).thenIgnored('not_in_flight');
    over.when(RETRY).thenIgnored('not_waiting');
  });

  it('is not taken for interrupted while something may still be sent', () => {
    dispatched(repeat).at('2026-03-02T10:00:05.999Z').when(SEND).thenIgnored('still_in_flight');
    dispatched(repeat).when(effect(1, TRANSIENT)).at(LATER).when(SEND).thenIgnored('not_in_flight');
  });
});

describe.each(['native_key', 'etag', 'query_before_write'] as const)('an open outcome of class %s', (repeat) => {
  it('is tried again, never more often than the tool allows, and unknown when it cannot be settled (EX-22)', () => {
    const { attempts, last } = exhaust(repeat, AMBIGUOUS);
    expect(attempts).toBe(3);
    expect(last).toMatchObject({ name: 'action.unknown', data: { attempt: 3, code: 'connection_lost' } });
  });

  it('is not forgotten by a failure that comes after it', () => {
    const again = dispatched(repeat).when(effect(1, AMBIGUOUS)).when(RETRY).when(place(2));
    expect(again.when(probe(2, UNAVAILABLE)).fact('action.retry_scheduled').unsettled).toBe(true);
    again
      .when(probe(2, UNAVAILABLE))
      .when(RETRY)
      .when(place(3))
      .when(probe(3, UNAVAILABLE))
      .thenNamed('action.unknown');
  });

  it.each([409, 423, 425])('is not settled by a %i: the vendor is asked again, later each time', (status) => {
    const second = dispatched(repeat).when(effect(1, AMBIGUOUS)).when(RETRY).when(place(2));
    const busy = second.at('2026-03-02T10:01:00.000Z').when(effect(2, answerOf(repeat, status)));
    expect(busy.fact('action.retry_scheduled')).toMatchObject({ unsettled: true });
    expect(Date.parse(busy.fact('action.retry_scheduled').retryAt)).toBeGreaterThanOrEqual(
      Date.parse('2026-03-02T10:01:00.750Z'),
    );
    const third = busy.when(RETRY).when(place(3));
    third.when(effect(3, SUCCEEDED)).thenNamed('action.succeeded');
    expect(
      third
        .when(effect(3, answerOf(repeat, status)))
        .thenNamed('action.unknown')
        .history.at(-1),
    ).toMatchObject({
      data: { attempt: 3 },
    });
  });

  it('that the vendor is still at work on is asked about when the vendor says', () => {
    const second = dispatched(repeat).when(effect(1, AMBIGUOUS)).when(RETRY).when(place(2));
    const busy = second
      .at('2026-03-02T10:01:00.000Z')
      .when(effect(2, answerOf(repeat, 409, { retryAfterMilliseconds: 60_000 })));
    expect(busy.fact('action.retry_scheduled').retryAt).toBe('2026-03-02T10:02:00.000Z');
  });

  it('is settled by a success', () => {
    dispatched(repeat)
      .when(effect(1, AMBIGUOUS))
      .when(RETRY)
      .when(place(2))
      .when(effect(2, SUCCEEDED))
      .thenNamed('action.succeeded');
  });

  it('of a crash is tried again at once, with the same key', () => {
    const recovered = dispatched(repeat).at(LATER).when(SEND).thenNamed('action.queued').when(place(2));
    expect(recovered.thenNamed('action.dispatched').fact('action.dispatched')).toMatchObject({
      attempt: 2,
      idempotencyKey: actionRequested({ tool: CLASSES[repeat], args: args(repeat) }).data.idempotencyKey,
    });
  });

  it('of a crash is not forgotten by a failure that comes after it', () => {
    const recovered = dispatched(repeat).at(LATER).when(SEND).when(place(2));
    expect(recovered.when(probe(2, UNAVAILABLE)).fact('action.retry_scheduled').unsettled).toBe(true);
    expect(recovered.when(effect(2, TRANSIENT)).fact('action.retry_scheduled').unsettled).toBe(
      repeat !== 'query_before_write',
    );
  });

  it('of crash after crash is unknown in the end', () => {
    let story = dispatched(repeat);
    for (let minute = 1; minute < 3; minute += 1)
      story = story
        .at(`2026-03-02T10:0${minute}:00.000Z`)
        .when(SEND)
        .thenNamed('action.queued')
        .when(place(minute + 1));
    expect(story.at('2026-03-02T10:09:00.000Z').when(SEND).fact('action.unknown')).toMatchObject({
      code: 'interrupted',
      attempt: 3,
    });
  });
});

describe('an open outcome', () => {
  it('of class none is unknown at once: neither tried again nor compensated', () => {
    expect(dispatched('none').when(effect(1, AMBIGUOUS)).fact('action.unknown')).toMatchObject({
      code: 'connection_lost',
      attempt: 1,
    });
    expect(dispatched('none').at(LATER).when(SEND).fact('action.unknown')).toMatchObject({ code: 'interrupted' });
  });

  it('of a native key is unknown once the vendor may have forgotten the key', () => {
    const tools = shopTools.map((tool) =>
      tool.tool === CLASSES.native_key ? { ...tool, keyWindowSeconds: 60 } : tool,
    );
    const open = dispatched('native_key', actionBundle({ tools })).when(effect(1, AMBIGUOUS));
    open.at('2026-03-02T10:00:54.000Z').when(RETRY).when(place(2)).thenNamed('action.dispatched');
    expect(open.at('2026-03-02T10:00:54.001Z').when(RETRY).when(place(2)).fact('action.unknown').code).toBe(
      'key_window_over',
    );
    expect(
      dispatched('native_key', actionBundle({ tools }))
        .at('2026-03-02T10:05:00.000Z')
        .when(SEND)
        .when(place(2))
        .fact('action.unknown').code,
    ).toBe('key_window_over');
    const refused = dispatched('native_key', actionBundle({ tools })).when(effect(1, TRANSIENT));
    refused.at('2026-03-02T10:05:00.000Z').when(RETRY).when(place(2)).thenNamed('action.dispatched');
  });

  it.each(['native_key', 'etag'] as const)('of class %s is not settled by a refusal of the request', (repeat) => {
    const again = dispatched(repeat).when(effect(1, AMBIGUOUS)).when(RETRY).when(place(2));
    expect(again.when(effect(2, PERMANENT)).fact('action.unknown').code).toBe('vendor_rejected');
    expect(again.when(effect(2, REVOKED)).fact('action.unknown').code).toBe('auth_failed');
    for (const status of [400, 404, 405, 410, 422])
      again.when(effect(2, answerOf(repeat, status))).thenNamed('action.unknown');
    dispatched(repeat).when(effect(1, REVOKED)).thenNamed('action.failed');
  });

  it.each(['native_key', 'etag'] as const)(
    'of class %s is settled by a refusal that the tool declares final',
    (repeat) => {
      const refused = answerOf(repeat, 409, { body: { code: 'already_refunded' } });
      const again = dispatched(repeat).when(effect(1, AMBIGUOUS)).when(RETRY).when(place(2));
      expect(again.when(effect(2, refused)).fact('action.failed').code).toBe('already_refunded');
      again.when(effect(2, answerOf(repeat, 409, { body: { code: 'full_moon' } }))).thenNamed('action.retry_scheduled');
    },
  );

  it('a busy vendor, or a refusal, at the first attempt is a failure: nothing came before it', () => {
    for (const status of [409, 422, 423])
      dispatched('native_key')
        .when(effect(1, answerOf('native_key', status)))
        .thenNamed('action.failed');
    dispatched('native_key')
      .when(effect(1, TRANSIENT))
      .when(RETRY)
      .when(place(2))
      .when(effect(2, PERMANENT))
      .thenNamed('action.failed');
  });

  it('a repeated key that is being worked at was taken up, whatever was answered before', () => {
    const second = dispatched('native_key').when(effect(1, TRANSIENT)).when(RETRY).when(place(2));
    const busy = second.when(effect(2, answerOf('native_key', 409)));
    expect(busy.fact('action.retry_scheduled')).toMatchObject({ unsettled: true });
    busy
      .when(RETRY)
      .when(place(3))
      .when(effect(3, answerOf('native_key', 409)))
      .thenNamed('action.unknown');
    second
      .when(effect(2, answerOf('native_key', 409, { body: { code: 'already_refunded' } })))
      .thenNamed('action.failed');
  });

  it('of query before write is settled by a refusal, for the vendor was asked first when nothing could land any more', () => {
    const again = dispatched('query_before_write').when(effect(1, AMBIGUOUS)).when(RETRY).when(place(2));
    again.when(effect(2, PERMANENT)).thenNamed('action.failed');
  });

  it.each(['native_key', 'etag', 'query_before_write'] as const)(
    'of class %s is open for a cancel between two attempts',
    (repeat) => {
      const busy = dispatched(repeat)
        .when(effect(1, AMBIGUOUS))
        .when(RETRY)
        .when(place(2))
        .when(effect(2, answerOf(repeat, 409)));
      expect(busy.when(cancelRequested()).fact('action.unknown').code).toBe('cancelled_unsettled');
    },
  );

  it('of query before write is looked up only when the request can no longer land', () => {
    const open = dispatched('query_before_write');
    expect(open.when(effect(1, AMBIGUOUS)).fact('action.retry_scheduled')).toMatchObject({
      unsettled: true,
      retryAt: open.fact('action.dispatched').sendBy,
    });
    expect(open.when(probe(1, UNAVAILABLE)).fact('action.retry_scheduled')).toMatchObject({
      unsettled: false,
      retryAt: '2026-03-02T10:00:00.100Z',
    });
  });

  it('of query before write is settled by the probe before the next attempt', () => {
    const again = dispatched('query_before_write').when(effect(1, AMBIGUOUS)).when(RETRY).when(place(2));
    expect(again.when(effect(2, TRANSIENT)).fact('action.retry_scheduled').unsettled).toBe(false);
  });

  it('that the vendor settles is a recovered success', () => {
    const found = dispatched('etag').when(probe(1, { kind: 'found', result: { refundId: 'R-1' } }));
    expect(found.fact('action.succeeded')).toMatchObject({ recovered: true, result: { refundId: 'R-1' } });
  });

  it('whose tool is gone cannot be settled', () => {
    const gone = (story: { history: readonly Fact[] }) =>
      given(honestActionDecider, contextOf(actionBundle({ tools: [] }), { now: LATER })).facts(...story.history);
    gone(dispatched('native_key')).when(effect(1, AMBIGUOUS)).thenNamed('action.unknown');
    gone(dispatched('native_key')).when(SEND).thenNamed('action.unknown');
    gone(dispatched('native_key')).when(effect(1, TRANSIENT)).thenNamed('action.failed');
    gone(dispatched('native_key').when(effect(1, TRANSIENT)))
      .when(RETRY)
      .when(place(2))
      .thenNamed('action.failed');
    gone(dispatched('native_key').when(effect(1, AMBIGUOUS)))
      .when(RETRY)
      .when(place(2))
      .thenNamed('action.unknown');
  });
});

describe('a read that was dispatched', () => {
  const reading = () =>
    given(honestActionDecider, contextOf(actionBundle()))
      .facts()
      .when(actionRequested({ tool: 'shop.order.get', args: { orderNumber: '1003' } }))
      .when(place(1));

  it('may be repeated after a crash, and fails in the end: it had no effect', () => {
    let story = reading();
    for (let minute = 1; minute < 3; minute += 1)
      story = story
        .at(`2026-03-02T10:0${minute}:00.000Z`)
        .when(SEND)
        .thenNamed('action.queued')
        .when(place(minute + 1));
    expect(story.when(effect(3, TRANSIENT)).fact('action.failed').code).toBe('vendor_unavailable');
    expect(story.at('2026-03-02T10:09:00.000Z').when(SEND).fact('action.failed').code).toBe('interrupted');
  });
});

it('no key expires under a read that was dispatched', () => {
  const tools = shopTools.map((tool) =>
    tool.tool === 'shop.order.get' ? { ...tool, idempotency: 'native_key' as const, keyWindowSeconds: 1 } : tool,
  );
  const reading = given(honestActionDecider, contextOf(actionBundle({ tools })))
    .facts()
    .when(actionRequested({ tool: 'shop.order.get', args: { orderNumber: '1003' } }))
    .when(place(1));
  reading.at(LATER).when(SEND).when(place(2)).thenNamed('action.dispatched');
});

it('a timer that was never set changes nothing', () => {
  dispatched('none').when({ name: 'due', key: 'lunch' }).thenIgnored('unknown_timer');
});
