import { isDeepStrictEqual } from 'node:util';
import type { Wish } from './person';
import { codeOf } from './retail/refusal';
import type { Retail } from './retail/retail';
import type { ToldCall } from './scripted-agent';
import type { RecordedCall, Task } from './task';

/** The same decisions of a model, and another answer of the person, or an agent that may do less. */
export interface Pass extends Pick<Wish, 'way' | 'says'> {
  readonly pass: 'yes' | 'no' | 'reads_only';
}

export const YES: Pass = { pass: 'yes', way: 'chat', says: 'yes' };
export const NO: Pass = { pass: 'no', way: 'chat', says: 'no' };
export const READS_ONLY: Pass = { pass: 'reads_only', way: 'template', says: 'yes' };

/** Whether a model must be told this of a call; null: the recording does not say. */
type Expected = Partial<Exclude<ToldCall, 'not_made'>> | 'not_made' | null;

/** What is to come of each call. A call that was made before is not made again (TP-08). */
export function expectedOf({ expected_actions: calls }: Task, { pass }: Pass): readonly Expected[] {
  const firstMutation = calls.findIndex(({ mutates_state: isMutation }) => isMutation);
  return calls.map((call, index) => {
    if (calls.slice(0, index).some((earlier) => isSameCall(earlier, call))) return 'not_made';
    if (pass === 'yes') return recordedOf(call);
    if (call.mutates_state) return pass === 'no' ? { status: 'rejected' } : 'not_made';
    // What is read after a mutation that did not take place, no recording knows.
    return firstMutation === -1 || index < firstMutation ? recordedOf(call) : null;
  });
}

export const isAsExpected = (told: ToldCall | undefined, expected: Expected): boolean => {
  if (expected === null) return told !== undefined;
  if (expected === 'not_made' || told === 'not_made' || told === undefined) return told === expected;
  return Object.entries(expected).every(([name, value]) => isDeepStrictEqual(told[name as keyof typeof told], value));
};

const isSameCall = (one: RecordedCall, other: RecordedCall): boolean =>
  one.tool === other.tool && isDeepStrictEqual(one.args, other.args);

const recordedOf = ({ result, error }: RecordedCall): Expected =>
  error === null
    ? { status: 'completed', result }
    : { status: 'failed', code: codeOf(error.slice(error.indexOf(': ') + 2)) };

/** The records at the end: as recorded where the person says yes, else as they were. */
export function endOf(shop: Retail, { expected_db_patch: patch }: Task, { pass }: Pass): Retail {
  if (pass !== 'yes') return shop;
  const tables: Record<string, Record<string, unknown>> = {
    products: { ...shop.products },
    users: { ...shop.users },
    orders: { ...shop.orders },
  };
  for (const [place, record] of Object.entries(patch)) {
    const [table, ...id] = place.split('/');
    tables[table!]![id.join('/')] = record;
  }
  return tables as unknown as Retail;
}
