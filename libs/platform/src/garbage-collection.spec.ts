import { setFlagsFromString } from 'node:v8';
import { collectSeldomAfterStart } from './garbage-collection';

jest.mock('node:v8', () => ({ setFlagsFromString: jest.fn() }));

describe('what a service tells V8', () => {
  const told = () => jest.mocked(setFlagsFromString).mock.calls.flat();

  beforeEach(() => {
    jest.useFakeTimers();
    jest.mocked(setFlagsFromString).mockClear();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is nothing until what the start left behind has been given back', () => {
    collectSeldomAfterStart(1);
    jest.advanceTimersByTime(59_999);
    expect(told()).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(told()).toEqual(['--gc-memory-reducer-start-delay-ms=600000']);
  });

  it('is more where all services share a process', () => {
    collectSeldomAfterStart(7);
    jest.advanceTimersByTime(60_000);
    expect(told()).toContain('--heap-growing-percent=200');
  });
});
