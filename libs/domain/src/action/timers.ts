import type { DueChange, Fact } from '@arbiter/contracts';
import { instantAfter } from '../instant';

/** After sendBy: allows for a difference of two machines' clocks, and for an outcome on its way to the stream. */
const RECOVERY_MILLISECONDS = 3_000;

const clear = (...keys: string[]): readonly DueChange[] => keys.map((key) => ({ key, at: null }));

/**
 * `expiry`: a suspension without an answer; `place`: an attempt that waits, and the holder of its place may be gone;
 * `send`: a dispatch without an outcome, whose sender must be gone; `retry`: the next attempt; `look`: the vendor is
 * asked about an unknown outcome, or a person is. At most one of the five is set. An end that carries its checks had no
 * dispatch, and so no timer.
 */
export function actionTimers(fact: Fact): readonly DueChange[] {
  switch (fact.name) {
    case 'action.suspended':
      return [{ key: 'expiry', at: fact.data.expiresAt }];
    case 'action.queued':
      return [{ key: 'place', at: fact.data.takeUpAt }, ...clear('send', 'retry')];
    case 'action.dispatched':
      return [{ key: 'send', at: instantAfter(fact.data.sendBy, RECOVERY_MILLISECONDS) }, ...clear('place')];
    case 'action.retry_scheduled':
      return [{ key: 'retry', at: fact.data.retryAt }, ...clear('send')];
    case 'action.approved':
    case 'action.rejected':
      return clear('expiry');
    case 'action.cancelled':
      return clear('expiry', 'place', 'retry');
    case 'action.unknown':
      return [
        ...clear('place', 'send', 'retry'),
        ...(fact.data.lookAt === undefined ? [] : [{ key: 'look', at: fact.data.lookAt }]),
      ];
    case 'action.look_requested':
      return [{ key: 'look', at: fact.data.nextAt }];
    case 'action.settled':
      return clear('look');
    case 'action.succeeded':
    case 'action.failed':
      return fact.data.checks === null ? clear('expiry', 'place', 'send', 'retry') : [];
    default:
      return [];
  }
}
