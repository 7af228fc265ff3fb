import { type Database, postponeDue, type DueTimer } from '@arbiter/store';
import type { AskAnswer } from '../purposes';
import type { AskFailure } from './wire';

/** Whether the asker still holds the ask: false when another may ask by now. Rejects when that is unknown. */
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

/** The failure codes of an ask that no gateway works on any more, or that another asker may ask by now. */
const LEFT: ReadonlySet<string> = new Set(['abandoned', 'cancelled']);

/** Whether another asker asks a held ask again, so that its outcome here is not handed on. */
export const isLeftToAnother = (answer: AskAnswer | AskFailure): boolean =>
  answer.kind === 'failure' && LEFT.has(answer.code);
