import { failureOf, type Outage } from '@arbiter/resilience';
import type { Logger } from './logging';
import type { Metrics } from './metrics';

/** Reports a failure that was survived. */
export type OnTrouble = (error: unknown) => void;

/**
 * One line for each survived failure, and a count by cause. An outage is reported once elsewhere, since all callers
 * wait for it together.
 */
export function troubleTeller(logger: Logger, metrics: Metrics): OnTrouble {
  return (error) => {
    const { kind, cause } = failureOf(error);
    metrics.trouble(cause);
    logger[kind === 'outage' ? 'debug' : 'warn']({ err: error, cause }, `survived: ${cause.replaceAll('_', ' ')}`);
  };
}

export const outageTeller =
  (logger: Logger, metrics: Metrics) =>
  ({ part, detail, since }: Outage, isBack: boolean): void => {
    metrics.dependency(part, isBack);
    if (isBack) logger.info({ part, seconds: (Date.now() - since) / 1_000 }, `${part} is back`);
    else logger.warn({ part, detail }, `${part} is away; what needs it waits`);
  };
