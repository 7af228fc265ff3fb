import { retryable, type ToolOutcome } from '@arbiter/contracts';
import { Lanes } from '@arbiter/runtime';
import { RateGovernor } from './rate-governor';
import type { ToolRunner } from './tool-runner';

/** An attempt with a place that is not let go in this time gives it back, and is taken up again by its timer. */
const LONGEST_PERMIT_MILLISECONDS = 60_000;

type Sender = Pick<ToolRunner, 'send' | 'clock'>;

/** Tools are named after the extension they belong to. */
export const vendorLane = (tenant: string, tool: string): string => `${tenant}/${tool.split('.')[0]}`;

/**
 * Decides which call may be made to a vendor now: it needs a place in the lane of tenant and extension, and the
 * governor's permit.
 *
 * 1. Nothing is sent without both. A call that waits has sent nothing, and the vendor knows nothing of it.
 * 2. An attempt that may have an effect has its place before it is dispatched, and until it ends: every call of it is
 *    sent at once.
 * 3. A read needs a place for each of its calls, and waits for it until its own time is over. A built-in tool calls no
 *    vendor and needs none.
 */
export class VendorPlaces {
  readonly lanes = new Lanes();
  private readonly governor: RateGovernor;

  constructor(
    private readonly runner: ToolRunner,
    requestsPerSecond: number,
  ) {
    this.governor = new RateGovernor(requestsPerSecond);
  }

  /** For a caller with a place in the lane; false: no permit in time. */
  permit(lane: string): Promise<boolean> {
    return this.governor.permit(lane, LONGEST_PERMIT_MILLISECONDS);
  }

  /** For an attempt that has its place and its permit, which its first call uses up. */
  dispatched(lane: string): Sender {
    let calls = 0;
    return {
      clock: this.runner.clock,
      send: async (call, limits) => {
        if (calls > 0) await this.governor.count(lane);
        calls += 1;
        return this.runner.send(call, limits);
      },
    };
  }

  /** For reads: each call waits for its place. Throws a retryable error when too many wait already. */
  reading(lane: string): Sender {
    return {
      clock: this.runner.clock,
      send: async (call, limits) => {
        if (call.kind === 'builtin') return this.runner.send(call, limits);
        const left = Date.parse(limits.sendBy) - Date.parse(this.runner.clock.now());
        if (!(await this.take(lane, left))) return noPlace(limits.sendBy);
        try {
          return (await this.governor.permit(lane, left))
            ? await this.runner.send(call, limits)
            : noPlace(limits.sendBy);
        } finally {
          this.lanes.leave(lane);
        }
      },
    };
  }

  private take(lane: string, milliseconds: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const stop = (): void => reject(retryable('stopping', 'the service is stopping'));
      let goAway: (() => void) | null = null;
      const patience = setTimeout(() => (goAway?.(), resolve(false)), Math.max(0, milliseconds));
      const settled = (settle: () => void) => (): void => (clearTimeout(patience), settle());
      goAway = this.lanes.enter(
        lane,
        settled(() => resolve(true)),
        settled(stop),
      );
      if (!goAway) settled(() => reject(retryable('overloaded', `too many calls wait in lane ${lane}`)))();
    });
  }
}

const noPlace = (sendBy: string): ToolOutcome => ({
  kind: 'not_sent',
  code: 'deadline_passed',
  reason: `there was no place to send it until ${sendBy}`,
  retryAfterMilliseconds: null,
});
