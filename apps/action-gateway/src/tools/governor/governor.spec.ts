import type { ToolOutcome } from '@arbiter/contracts';
import { budgetWith } from '../testing/budget';
import type { Budget } from './budget';
import { Governor, type GovernorOptions, type Permit } from './governor';

const SECOND = 1_000;
const LONG = 600 * SECOND;
const ONE_A_SECOND = budgetWith({ perSecond: 1 });

const answer = (status: number, retryAfterMilliseconds: number | null = null): ToolOutcome => ({
  kind: 'response',
  status,
  headers: {},
  body: {},
  unreadable: null,
  retryAfterMilliseconds,
});

describe('permits to call a vendor', () => {
  beforeEach(() => void jest.useFakeTimers({ now: SECOND }));
  afterEach(() => void jest.useRealTimers());

  /** The callers that have their answer by now, in order; a permit is given back by its name. */
  function permits(options: Partial<GovernorOptions> = {}) {
    const governor = new Governor({ perSecond: 1_000, redis: null, portion: () => 1, ...options });
    const answers: string[] = [];
    const held = new Map<string, Permit>();
    const ask = (caller: string, budget: Budget, milliseconds = LONG, signal?: AbortSignal): void =>
      void governor.permit(budget, milliseconds, signal).then((permit) => {
        answers.push(permit ? caller : `${caller} too late`);
        if (permit) held.set(caller, permit);
      });
    const pass = (milliseconds = 0) => jest.advanceTimersByTimeAsync(milliseconds);
    return { governor, answers, ask, pass, giveBack: (caller: string) => held.get(caller)!.giveBack() };
  }

  it('are given so many in a second, first come first served, and to each tenant its own', async () => {
    const { answers, ask, pass } = permits();
    for (const caller of ['first', 'second', 'third']) ask(caller, ONE_A_SECOND);
    ask('another', budgetWith({ perSecond: 1 }, 'bank'));
    await pass();
    expect(answers).toEqual(['first', 'another']);
    await pass(SECOND);
    expect(answers).toEqual(['first', 'another', 'second']);
    await pass(SECOND);
    expect(answers).toEqual(['first', 'another', 'second', 'third']);
  });

  it('are given as the service says where the extension does not', async () => {
    const { answers, ask, pass } = permits({ perSecond: 1 });
    for (const caller of ['first', 'second']) ask(caller, budgetWith({}));
    await pass();
    expect(answers).toEqual(['first']);
  });

  it('are not given any more to a caller that has waited too long, or that is gone, and none is used up by them', async () => {
    const { answers, ask, pass } = permits();
    const gone = new AbortController();
    ask('first', ONE_A_SECOND);
    await pass();
    ask('hasty', ONE_A_SECOND, 100);
    ask('gone', ONE_A_SECOND, LONG, gone.signal);
    ask('patient', ONE_A_SECOND);
    gone.abort();
    await pass(500);
    expect(answers).toEqual(['first', 'gone too late', 'hasty too late']);
    await pass(SECOND);
    expect(answers).toContain('patient');
  });

  it('are fewer for the others after a further call of a caller that has one', async () => {
    const { governor, answers, ask, pass } = permits();
    const budget = budgetWith({ perMinute: 2 });
    ask('first', budget);
    await governor.count(budget);
    ask('second', budget);
    await pass(59 * SECOND);
    expect(answers).toEqual(['first']);
    await pass(2 * SECOND);
    expect(answers).toEqual(['first', 'second']);
  });

  it('are no more at once than there are places, and a place that is given back goes to the next', async () => {
    const { answers, ask, pass, giveBack } = permits();
    const budget = budgetWith({ inFlight: 2 });
    for (const caller of ['first', 'second', 'third', 'fourth']) ask(caller, budget);
    await pass(10 * SECOND);
    expect(answers).toEqual(['first', 'second']);
    giveBack('second');
    await pass(SECOND);
    expect(answers).toEqual(['first', 'second', 'third']);
  });

  it("of a tool with closer limits are held up by those, and hold up no other tool's", async () => {
    const { answers, ask, pass } = permits();
    const limits = { perSecond: 100, tools: { 'vendor.order.cancel': { perMinute: 1 } } };
    const cancelling = budgetWith(limits, 'shop', 'vendor.order.cancel');
    for (const caller of ['cancel', 'cancel again']) ask(caller, cancelling);
    await pass();
    for (const caller of ['look', 'look again']) ask(caller, budgetWith(limits));
    await pass(SECOND);
    expect(answers).toEqual(['cancel', 'look', 'look again']);
    await pass(60 * SECOND);
    expect(answers.at(-1)).toBe('cancel again');
  });

  it('go in turn to the tenants that share an account, however many calls one of them has', async () => {
    const { answers, ask, pass } = permits();
    const shared = (tenant: string): Budget => budgetWith({ perSecond: 1, account: 'parcels' }, tenant);
    ask('first', shared('shop'));
    await pass();
    for (const caller of ['shop 1', 'shop 2', 'shop 3', 'shop 4']) ask(caller, shared('shop'));
    for (const caller of ['bank 1', 'bank 2']) ask(caller, shared('bank'));
    await pass(4 * SECOND);
    expect(
      answers
        .slice(1, 5)
        .map((caller) => caller.split(' ')[0])
        .sort(),
    ).toEqual(['bank', 'bank', 'shop', 'shop']);
  });

  it.each([429, 503])(
    'are given to nobody that shares the account until its Retry-After is over (%i)',
    async (status) => {
      const { governor, answers, ask, pass } = permits();
      const shared = (tenant: string): Budget => budgetWith({ account: 'parcels' }, tenant);
      await governor.heard(shared('shop'), answer(status, 20 * SECOND));
      await governor.heard(shared('shop'), answer(status, SECOND));
      ask('shop', shared('shop'));
      ask('bank', shared('bank'));
      ask('another vendor', budgetWith({}));
      await pass(19 * SECOND);
      expect(answers).toEqual(['another vendor']);
      await pass(2 * SECOND);
      expect([...answers].sort()).toEqual(['another vendor', 'bank', 'shop']);
    },
  );

  it('are given to nobody while the vendor fails, then to one that tries, and to all once it answers', async () => {
    const stopped = jest.fn();
    const { governor, answers, ask, pass, giveBack } = permits({ metrics: { stopped, waited: () => undefined } });
    const budget = budgetWith({});
    for (let failures = 0; failures < 9; failures += 1) await governor.heard(budget, answer(500));
    await governor.heard(budget, answer(404));
    for (let failures = 0; failures < 9; failures += 1) await governor.heard(budget, answer(500));
    expect(stopped).not.toHaveBeenCalled();
    await governor.heard(budget, { kind: 'no_response', code: 'timed_out', reason: 'no answer' });
    expect(stopped).toHaveBeenCalledWith('shop:vendor', 'breaker');

    for (const caller of ['probe', 'second', 'third']) ask(caller, budget);
    await pass(4 * SECOND);
    expect(answers).toEqual([]);
    await pass(10 * SECOND);
    expect(answers).toEqual(['probe']);
    await governor.heard(budget, answer(500));
    giveBack('probe');
    await pass(4 * SECOND);
    expect(answers).toEqual(['probe']);
    await pass(2 * SECOND);
    expect(answers).toEqual(['probe', 'second']);
    await governor.heard(budget, answer(200));
    await pass(SECOND);
    expect(answers).toEqual(['probe', 'second', 'third']);
  });

  it.each([
    [0.5, { perMinute: 5 }, 2, 60],
    [0.25, { perMinute: 2 }, 1, 120],
    [0.5, { perMinute: 2 }, 1, 60],
  ])("without Redis are this replica's part: %d of %o", async (portion, limits, most, seconds) => {
    const { answers, ask, pass } = permits({ portion: () => portion });
    for (const caller of ['1', '2', '3', '4', '5']) ask(caller, budgetWith(limits));
    await pass((seconds - 1) * SECOND);
    expect(answers).toHaveLength(most);
    await pass(3 * SECOND);
    expect(answers).toHaveLength(Math.min(5, 2 * most));
  });
});
