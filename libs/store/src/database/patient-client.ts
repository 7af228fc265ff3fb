import { Client } from 'pg';

type Answered = (error: Error | null, result?: unknown) => void;
type Ask = (this: Client, query: unknown, values: unknown, answered: Answered) => void;

/**
 * A client of Postgres that waits `longest` milliseconds for an answer; null: as long as it takes.
 *
 * pg has a timeout and promises of its own. For both it writes a function straight into a property of the query, and V8
 * puts such a function among the old objects (its parser takes it for a method). There it keeps the query with its
 * values and rows until a collection of all old objects: 120 KB a run of five steps. A callback passed with the query
 * avoids that.
 */
export const patientClient = (longest: number | null): typeof Client =>
  class extends Client {
    override query(query: unknown, ...given: readonly unknown[]): never {
      const ask = super.query as unknown as Ask;
      if (isSubmitted(query)) return ask.call(this, query, given[0], given[1] as Answered) as never;
      const values = typeof given[0] === 'function' ? undefined : given[0];
      const answered = given.find((one) => typeof one === 'function') as Answered | undefined;
      if (answered) return ask.call(this, query, values, within(longest, answered)) as never;
      return new Promise((resolve, reject) => {
        const settle: Answered = (error, result) => (error ? reject(error) : resolve(result));
        ask.call(this, query, values, within(longest, settle));
      }) as never;
    }
  };

/** A query that sends itself: a cursor. */
const isSubmitted = (query: unknown): boolean => typeof (query as { submit?: unknown } | null)?.submit === 'function';

/** Settles once. A result that comes after the timeout is dropped, and the pool drops the connection. */
function within(longest: number | null, answered: Answered): Answered {
  if (longest === null) return answered;
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    answered(new Error('Query read timeout'));
  }, longest);
  return (error, result) => {
    clearTimeout(timer);
    if (!isOver) answered(error, result);
  };
}
