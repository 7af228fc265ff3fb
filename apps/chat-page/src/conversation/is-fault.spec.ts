import type { RunView } from '@arbiter/contracts';
import { acceptedRun } from '@arbiter/contracts/run-view';
import { isFault } from './is-fault';

const run = (changes: Partial<RunView>): RunView => ({ ...acceptedRun('r', 's'), ...changes });

describe('the end of a run', () => {
  it.each(['not_found', 'policy_denied', 'rejected', 'approval_expired', 'already_refunded'])(
    'is an answer like others when it is %s',
    (code) => {
      expect(isFault(run({ status: 'error', code }))).toBe(false);
    },
  );

  it.each(['vendor_unavailable', 'timed_out', 'internal', null])('is a fault when it is %s', (code) => {
    expect(isFault(run({ status: 'error', code }))).toBe(true);
  });

  it('is a fault when its outcome is unknown', () => {
    expect(isFault(run({ status: 'ok', header: { steps: [{ stepId: 'a', title: 'A', status: 'unknown' }] } }))).toBe(
      true,
    );
    expect(isFault(run({ status: 'ok', header: { steps: [{ stepId: 'a', title: 'A', status: 'failed' }] } }))).toBe(
      false,
    );
  });
});
