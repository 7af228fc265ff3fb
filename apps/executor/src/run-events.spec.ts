import type { RecordedOf } from '@arbiter/contracts';
import { RunEvents } from './run-events';

const requested = (...overtakes: readonly string[]) =>
  new RunEvents({} as never).requested({
    name: 'run.requested',
    stream: 'session-shop-s',
    tenant: 'shop',
    data: { requestId: 'r', overtakes },
  } as unknown as RecordedOf<'run.requested'>);

describe('a request for a run', () => {
  it('begins its stream, and waits a moment for its plan', () => {
    expect(requested()).toEqual({ streams: ['run-shop-r'], opens: true, patience: 50 });
  });

  it('keeps no run that it overtakes waiting (CH-09)', () => {
    expect(requested('earlier')).toEqual({ streams: ['run-shop-r', 'run-shop-earlier'], opens: false });
  });
});
