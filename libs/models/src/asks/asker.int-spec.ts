import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import { subjects, type AskMessage, type Proposal } from '@arbiter/contracts';
import type { Keyring } from '@arbiter/store';
import { CUSTOMER, Laboratory } from '@arbiter/store/testing/laboratory';
import type { Ask } from './ask';
import { Asker, type AskerOptions } from './asker';
import { decodeAsk, encodeAnswer, encodeDelta, encodeFailure, openAsk } from './wire';

const REPLY = { kind: 'reply', text: 'Hello there, dear customer', provider: 'scripted', model: 'scripted' } as const;
const ELSEWHERE = { tenant: 'shop', customerId: 'C-2' };
const STRANGER = { tenant: 'shop', customerId: 'C-never-seen' };

let laboratory: Laboratory;
let gateway: NatsConnection;
let client: NatsConnection;
let keyring: Keyring;
let asked = 0;
const opened: { close(): Promise<void> }[] = [];
const listening: Subscription[] = [];

beforeAll(async () => {
  laboratory = await Laboratory.open();
  [gateway, client] = [await laboratory.connection(), await laboratory.connection()];
  keyring = laboratory.keyring(laboratory.database());
  await keyring.create([CUSTOMER, ELSEWHERE]);
});
afterEach(async () => {
  for (const asker of opened.splice(0)) await asker.close();
  for (const subscription of listening.splice(0)) subscription.unsubscribe();
  await gateway.flush();
});
afterAll(() => laboratory.close());

const ask = (changes: Partial<Ask> = {}): Ask => ({
  ...CUSTOMER,
  askId: `run-shop-1@${(asked += 1)}/narrative`,
  purpose: 'narrative',
  artifacts: 'hash',
  deadline: new Date(Date.now() + 30_000).toISOString(),
  input: { copy: 'greeting', locale: 'en', closing: null, values: { name: 'Jane Roe' } },
  ...changes,
});
const askerOf = (options: Partial<AskerOptions> = {}, connection = client): Asker => {
  const asker = new Asker(connection, keyring, { inboxPrefix: '_INBOX_laboratory', ...options });
  opened.push(asker);
  return asker;
};

type Say = (frame: string) => void;
/** Stands where provider-gateway does and answers by script. */
async function answering(script: (message: AskMessage, say: Say, body: string) => void): Promise<void> {
  listening.push(
    gateway.subscribe(subjects.asks, {
      callback: (_, message) =>
        script(decodeAsk(message.string()), (frame) => gateway.publish(message.reply!, frame), message.string()),
    }),
  );
  await gateway.flush();
}
const delta = (message: AskMessage, frame: number, text: string): string => encodeDelta(message, frame, text, keyring);
const last = (message: AskMessage, frame: number): string => encodeAnswer(message, frame, REPLY, keyring);

async function heard(asking: Ask, asker = askerOf()): Promise<{ deltas: string[]; proposal: Proposal }> {
  const deltas: string[] = [];
  const proposal = await asker.ask(asking, (text) => void deltas.push(text));
  return { deltas, proposal };
}

describe('an ask', () => {
  it('crosses the wire with what it says sealed, and opens on the other side', async () => {
    let body = '';
    const asking = ask();
    await answering((message, say, text) => {
      body = text;
      expect(openAsk(message, keyring)).toEqual({ ...asking, inOnePiece: true });
      say(last(message, 1));
    });
    await expect(askerOf().ask(asking)).resolves.toEqual(REPLY);
    expect(body).not.toMatch(/Jane|greeting/);
    expect(last(decodeAsk(body), 1)).not.toContain('dear customer');
  });

  it('hands on every piece in order before the whole (EV-07)', async () => {
    await answering((message, say) =>
      [
        delta(message, 1, 'Hello '),
        delta(message, 2, 'there, '),
        delta(message, 3, 'dear customer'),
        last(message, 4),
      ].forEach(say),
    );
    await expect(heard(ask())).resolves.toEqual({ deltas: ['Hello ', 'there, ', 'dear customer'], proposal: REPLY });
  });

  it('says whether its answer is heard as it comes', async () => {
    const wanted: unknown[] = [];
    await answering((message, say) => {
      wanted.push(message.inOnePiece);
      say(last(message, 1));
    });
    await heard(ask());
    await askerOf().ask(ask());
    expect(wanted).toEqual([undefined, true]);
  });

  it('tells of a further attempt where it begins', async () => {
    await answering((message, say) =>
      [
        delta(message, 1, 'Hel'),
        encodeDelta(message, 2, 'Hello there, ', keyring, 2),
        encodeDelta(message, 3, 'dear customer', keyring, 2),
        last(message, 4),
      ].forEach(say),
    );
    const heardOf: string[] = [];
    await askerOf().ask(ask({ marksAttempts: true }), (text, attempt) => void heardOf.push(`${attempt} ${text}`));
    expect(heardOf).toEqual(['1 Hel', '2 Hello there, ', '2 dear customer']);
  });

  it('hands on one piece at a time, and none once it has been settled (1)', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    await answering((message, say) => {
      [delta(message, 1, 'a'), delta(message, 2, 'b')].forEach(say);
      void begun.then(() => say(encodeFailure(message.askId, 3, { kind: 'failure', code: 'gone', message: 'gone' })));
    });
    const events: string[] = [];
    const slow = async (text: string): Promise<void> => {
      events.push(`${text} begins`);
      begin();
      await new Promise((resolve) => setTimeout(resolve, 100));
      events.push(`${text} ends`);
    };
    await expect(askerOf().ask(ask(), slow)).resolves.toMatchObject({ code: 'gone' });
    expect(events).toEqual(['a begins', 'a ends']);
  });

  it('waits for the whole after a missing frame, and ignores one that comes twice (2)', async () => {
    await answering((message, say) =>
      [
        delta(message, 1, 'a'),
        delta(message, 1, 'a'),
        delta(message, 3, 'c'),
        delta(message, 4, 'd'),
        last(message, 5),
      ].forEach(say),
    );
    await expect(heard(ask())).resolves.toEqual({ deltas: ['a'], proposal: REPLY });
  });

  it('rejects with what its own listener throws, and with nothing else (3)', async () => {
    await answering((message, say) => [delta(message, 1, 'a'), delta(message, 2, 'b'), last(message, 3)].forEach(say));
    const fenced = askerOf().ask(ask(), () => Promise.reject(new Error('another executor shows this run')));
    await expect(fenced).rejects.toThrow('another executor shows this run');
  });

  it('fails at once when there are no responders', async () => {
    await expect(askerOf().ask(ask())).resolves.toMatchObject({
      kind: 'failure',
      code: 'provider_unavailable',
      message: expect.stringMatching(/no provider-gateway/),
    });
  });

  it('fails at its deadline when no answer comes', async () => {
    await answering(() => undefined);
    const deadline = new Date(Date.now() + 200).toISOString();
    await expect(askerOf().ask(ask({ deadline }))).resolves.toMatchObject({ kind: 'failure', code: 'timed_out' });
  });

  it('whose deadline is far away is answered all the same', async () => {
    await answering((message, say) => say(last(message, 1)));
    await expect(askerOf().ask(ask({ deadline: '2999-01-01T00:00:00.000Z' }))).resolves.toEqual(REPLY);
  });

  it.each([
    ['whose deadline has passed', { deadline: '2026-01-01T00:00:00.000Z' }, 'timed_out'],
    ['whose deadline is no time', { deadline: 'soon' }, 'ask_invalid'],
    ['of a customer without a key', STRANGER, 'key_not_loaded'],
  ])('%s fails without being sent', async (_, changes, code) => {
    let seen = 0;
    await answering(() => (seen += 1));
    await expect(askerOf().ask(ask(changes))).resolves.toMatchObject({ kind: 'failure', code });
    await gateway.flush();
    expect(seen).toBe(0);
  });

  it('passes on why the gateway did not answer', async () => {
    await answering((message, say) =>
      say(encodeFailure(message.askId, 1, { kind: 'failure', code: 'overloaded', message: 'later' })),
    );
    await expect(askerOf().ask(ask())).resolves.toEqual({ kind: 'failure', code: 'overloaded', message: 'later' });
  });

  it('does not take a frame that was sealed for another place', async () => {
    await answering((message, say) =>
      say(encodeDelta(message, 1, 'x', keyring).replace('"frame":1', '"frame":2').replace('"delta"', '"last"')),
    );
    await expect(askerOf().ask(ask())).resolves.toMatchObject({ kind: 'failure', code: 'answer_unreadable' });
  });

  it('cannot be read by the gateway once the key is gone', async () => {
    await answering((message, say) => {
      void keyring.erase(ELSEWHERE).then(() => {
        expect(() => openAsk(message, keyring)).toThrow(expect.objectContaining({ kind: 'terminal', code: 'erased' }));
        say(encodeFailure(message.askId, 1, { kind: 'failure', code: 'erased', message: 'gone' }));
      });
    });
    await expect(askerOf().ask(ask(ELSEWHERE))).resolves.toMatchObject({ code: 'erased' });
  });

  it('ends when its asker gives up', async () => {
    await answering(() => undefined);
    const stop = new AbortController();
    const waiting = askerOf().ask(ask(), undefined, stop.signal);
    stop.abort();
    await expect(waiting).resolves.toMatchObject({ kind: 'failure', code: 'cancelled' });
    await expect(askerOf().ask(ask(), undefined, stop.signal)).resolves.toMatchObject({ code: 'cancelled' });
  });

  it('says that it still waits for as long as it does, and no longer (3)', async () => {
    let alive = 0;
    const asking = ask();
    const { promise, resolve } = Promise.withResolvers<void>();
    listening.push(
      gateway.subscribe(subjects.askAlive(asking.askId), {
        callback: () => void ((alive += 1) === 3 && resolve()),
      }),
    );
    await answering((message, say) => void promise.then(() => say(last(message, 1))));
    await askerOf({ aliveMilliseconds: 20 }).ask(asking);
    await client.flush();
    await gateway.flush();
    const atTheEnd = alive;
    await new Promise((next) => setTimeout(next, 100));
    await gateway.flush();
    expect(atTheEnd).toBeGreaterThanOrEqual(3);
    expect(alive).toBe(atTheEnd);
  });

  it('is refused above the limit of those that wait', async () => {
    await answering(() => undefined);
    const asker = askerOf({ pendingLimit: 1 });
    const waiting = asker.ask(ask());
    await expect(asker.ask(ask())).resolves.toMatchObject({ kind: 'failure', code: 'overloaded' });
    await asker.close();
    await expect(waiting).resolves.toMatchObject({ code: 'provider_unavailable' });
  });

  it('fails with its connection (2)', async () => {
    await answering(() => undefined);
    const connection = await laboratory.connection();
    const asker = askerOf({}, connection);
    const waiting = asker.ask(ask());
    await connection.close();
    await expect(waiting).resolves.toMatchObject({ kind: 'failure', code: 'provider_unavailable' });
    await expect(asker.ask(ask())).resolves.toMatchObject({ kind: 'failure', code: 'provider_unavailable' });
  });
});

describe('an ask that is held', () => {
  const held = (asking: Ask, hold = () => Promise.resolve(true)) =>
    askerOf({ aliveMilliseconds: 20 }).ask(asking, undefined, undefined, null, hold);
  const leave = async (): Promise<void> => {
    for (const subscription of listening.splice(0)) subscription.unsubscribe();
    await gateway.flush();
  };
  /** Takes the ask as a gateway does, hears its beats and does not answer. */
  async function working(asking: Ask, seen: (message: AskMessage) => void, heard: () => void = () => undefined) {
    listening.push(gateway.subscribe(subjects.askAlive(asking.askId), { callback: heard }));
    await answering(seen);
  }

  it('is sent again, the same, when the gateway that took it has gone (4)', async () => {
    const asking = ask();
    const { promise: taken, resolve } = Promise.withResolvers<void>();
    await working(asking, () => resolve());
    const answer = held(asking);
    await taken;
    await leave();
    const again: AskMessage[] = [];
    await answering((message, say) => {
      again.push(message);
      say(last(message, 1));
    });
    await expect(answer).resolves.toEqual(REPLY);
    expect(again.map(({ askId }) => askId)).toEqual([asking.askId]);
  });

  it('waits for a gateway where there is none (4)', async () => {
    const answer = held(ask());
    await new Promise((next) => setTimeout(next, 50));
    await answering((message, say) => say(last(message, 1)));
    await expect(answer).resolves.toEqual(REPLY);
  });

  it('is sent once while a gateway works on it', async () => {
    const asking = ask();
    let taken = 0;
    let beats = 0;
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    await working(
      asking,
      () => (taken += 1),
      () => void ((beats += 1) === 10 && resolve()),
    );
    const stop = new AbortController();
    const answer = askerOf({ aliveMilliseconds: 20 }).ask(asking, undefined, stop.signal, null, async () => true);
    await enough;
    stop.abort();
    await answer;
    expect(taken).toBe(1);
  });

  it('is not told alive while it cannot be told whether it is held, and ends when it is not (4)', async () => {
    const asking = ask();
    let beats = 0;
    await working(
      asking,
      () => undefined,
      () => (beats += 1),
    );
    const answers = [() => Promise.reject(new Error('the store is away')), async () => false];
    await expect(held(asking, () => (answers.shift() ?? (async () => false))())).resolves.toMatchObject({
      kind: 'failure',
      code: 'cancelled',
    });
    await gateway.flush();
    expect(beats).toBe(0);
  });
});

describe('a message that comes in as an ask', () => {
  it.each([
    ['no JSON', 'hello', /ask must be what the contract says/],
    ['no ask', '{"askId":"a"}', /ask must be what the contract says/],
    ['another purpose', JSON.stringify({ ...ask(), input: 'x', purpose: 'everything' }), /\/purpose/],
    ['a deadline that is no time', JSON.stringify({ ...ask(), input: 'x', deadline: 'soon' }), /\/deadline/],
  ])('and is %s is refused, naming the field', (_, body, reason) => {
    expect(() => decodeAsk(body)).toThrow(
      expect.objectContaining({
        kind: 'terminal',
        code: 'ask_invalid',
        message: expect.stringMatching(reason) as string,
      }),
    );
  });
});
