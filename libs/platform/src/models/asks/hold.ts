import type { Database } from '../../database';
import { postponeDue, type DueTimer } from '../../event-store';
import type { AskAnswer } from '../purposes';
import type { AskFailure } from './wire';

/**
 * Whether an ask is still its asker's to wait for: false when another may ask by now. Rejects when that cannot be told.
 */
export type Hold = () => Promise<boolean>;

/**
 * Holds an ask for as long as its timer, which goes off at `lapsesAt` (ISO 8601), is put off by so many seconds before
 * it goes off.
 */
export function holdByTimer(database: Database, timer: DueTimer, lapsesAt: string, seconds: number): Hold {
  let put = lapsesAt;
  return async () => {
    const next = await postponeDue(database, timer, put, seconds);
    put = next ?? put;
    return next !== null;
  };
}

/** What says that nobody worked on it any more, or that another asks by now. */
const LEFT: ReadonlySet<string> = new Set(['abandoned', 'cancelled']);

/** Whether an ask that was held is asked again by another, so that what came of it is not to be handed on. */
export const isLeftToAnother = (answer: AskAnswer | AskFailure): boolean =>
  answer.kind === 'failure' && LEFT.has(answer.code);
