import { retryable, terminal } from '@arbiter/contracts';
import { ProviderGuard } from './provider-guard';

const failing = () => Promise.reject(retryable('provider_failed', 'failed'));
const well = async () => 'well';

describe('a guarded provider', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('takes no more calls at once than its limit, and the others are refused at once (1)', async () => {
    const guard = new ProviderGuard({ inFlight: 1 });
    const { promise, resolve } = Promise.withResolvers<string>();
    const first = guard.run(() => promise);
    await expect(guard.run(well)).rejects.toMatchObject({ kind: 'retryable', code: 'provider_busy' });
    resolve('first');
    await expect(first).resolves.toBe('first');
    await expect(guard.run(well)).resolves.toBe('well');
  });

  it('is left alone after five failures in a row, until one call finds it well again (2)', async () => {
    const guard = new ProviderGuard({});
    for (let failure = 0; failure < 5; failure += 1)
      await expect(guard.run(failing)).rejects.toMatchObject({ code: 'provider_failed' });
    const called = jest.fn(well);
    await expect(guard.run(called)).rejects.toMatchObject({ kind: 'retryable', code: 'provider_out' });
    jest.advanceTimersByTime(10_001);
    expect(called).not.toHaveBeenCalled();
    const { promise, resolve } = Promise.withResolvers<string>();
    const probe = guard.run(() => promise);
    await expect(guard.run(called)).rejects.toMatchObject({ code: 'provider_out' });
    resolve('well again');
    await expect(probe).resolves.toBe('well again');
    await expect(guard.run(called)).resolves.toBe('well');
  });

  it('is not out because a person left or a prompt was bad (2)', async () => {
    const guard = new ProviderGuard({});
    for (const code of ['abandoned', 'prompt_refused', 'invalid_proposal', 'abandoned', 'cut_off', 'refused'])
      await expect(guard.run(() => Promise.reject(terminal(code, 'no')))).rejects.toMatchObject({ code });
    await expect(guard.run(well)).resolves.toBe('well');
  });

  it('is not asked before it said to come back (3)', async () => {
    const guard = new ProviderGuard({});
    await expect(guard.run(() => Promise.reject(retryable('rate_limited', 'later', 3_000)))).rejects.toMatchObject({
      code: 'rate_limited',
    });
    jest.advanceTimersByTime(2_000);
    await expect(guard.run(well)).rejects.toMatchObject({
      code: 'rate_limited',
      details: { delayMilliseconds: 1_000 },
    });
    jest.advanceTimersByTime(1_001);
    await expect(guard.run(well)).resolves.toBe('well');
  });
});
