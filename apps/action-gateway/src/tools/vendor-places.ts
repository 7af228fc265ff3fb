import { retryable, type ToolCall, type ToolOutcome } from '@arbiter/contracts';
import { Lanes } from '@arbiter/runtime';
import type { Budget, Governor, Permit } from './governor';
import type { CallLimits, ToolRunner } from './tool-runner';

/** An attempt with a place that is not let go in this time gives it back, and is taken up again by its timer. */
const LONGEST_PERMIT_MILLISECONDS = 60_000;

const NOTHING_HELD: Permit = { giveBack: () => undefined };

type Sender = Pick<ToolRunner, 'send' | 'clock'>;

/** An attempt that may be dispatched; its first call uses the permit up. */
export type Dispatch = Sender & { readonly giveBack: () => void };

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

  constructor(
    private readonly runner: ToolRunner,
    private readonly governor: Governor,
  ) {}

  /** For a caller with a place in the lane; null: no permit in time. */
  async permit(budget: Budget, signal?: AbortSignal): Promise<Dispatch | null> {
    const permit = budget.isBuiltIn
      ? NOTHING_HELD
      : await this.governor.permit(budget, LONGEST_PERMIT_MILLISECONDS, signal);
    if (!permit) return null;
    let calls = 0;
    return {
      clock: this.runner.clock,
      giveBack: permit.giveBack,
      send: async (call, limits) => {
        if (calls > 0 && !budget.isBuiltIn) await this.governor.count(budget);
        calls += 1;
        return this.send(budget, call, limits);
      },
    };
  }

  /** For reads: each call waits for its place. Throws a retryable error when too many wait already. */
  reading(lane: string, budget: Budget): Sender {
    return {
      clock: this.runner.clock,
      send: async (call, limits) => {
        if (call.kind === 'builtin') return this.runner.send(call, limits);
        if (!(await this.take(lane, this.left(limits)))) return noPlace(limits.sendBy);
        try {
          return await this.read(budget, call, limits);
        } finally {
          this.lanes.leave(lane);
        }
      },
    };
  }

  private async read(budget: Budget, call: ToolCall, limits: CallLimits): Promise<ToolOutcome> {
    const permit = await this.governor.permit(budget, this.left(limits), limits.signal);
    if (!permit) return noPlace(limits.sendBy);
    try {
      return await this.send(budget, call, limits);
    } finally {
      permit.giveBack();
    }
  }

  private async send(budget: Budget, call: ToolCall, limits: CallLimits): Promise<ToolOutcome> {
    const outcome = await this.runner.send(call, limits);
    if (call.kind === 'http') await this.governor.heard(budget, outcome);
    return outcome;
  }

  private left({ sendBy }: CallLimits): number {
    return Date.parse(sendBy) - Date.parse(this.runner.clock.now());
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
