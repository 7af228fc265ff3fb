import { setFlagsFromString } from 'node:v8';
import { collectSeldomAfterStart } from './garbage-collection';

jest.mock('node:v8', () => ({ setFlagsFromString: jest.fn() }));

describe('the advice that a service gives V8', () => {
  const flags = () => jest.mocked(setFlagsFromString).mock.calls.flat();

  beforeEach(() => {
    jest.useFakeTimers();
    jest.mocked(setFlagsFromString).mockClear();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is nothing until a process at rest has given back the memory that its start left behind', () => {
    collectSeldomAfterStart(1);
    jest.advanceTimersByTime(14_999);
    expect(flags()).toEqual([]);
  });

  it('is to give back at most once in ten minutes from then on, and to let what is in use double', () => {
    collectSeldomAfterStart(1);
    jest.advanceTimersByTime(15_000);
    expect(flags()).toEqual(['--gc-memory-reducer-start-delay-ms=600000', '--heap-growing-percent=100']);
  });

  it('is more where all services share a process', () => {
    collectSeldomAfterStart(7);
    jest.advanceTimersByTime(15_000);
    expect(flags()).toContain('--heap-growing-percent=200');
  });
});
