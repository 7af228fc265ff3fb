import type { Accepted } from '../load/accepted';
import type { Spell } from '../disturbances/disturb';
import type { ActionRow, Evidence } from './evidence';

/** The broken promises: run ids, or names of the place. All are empty when all is well. */
export interface Faults {
  /** accepted, and without an end */
  readonly lost: readonly string[];
  /** with more than one end */
  readonly doubled: readonly string[];
  /** orders with more effects than actions that had one or may have had one */
  readonly effectsTwice: readonly string[];
  /** orders with more effects than actions that were ever sent */
  readonly unasked: readonly string[];
  /** orders with fewer effects than actions that say they had one */
  readonly untrue: readonly string[];
  /** runs whose numbers in the UI log have a gap */
  readonly seqGaps: readonly string[];
  /** disturbances after which a process did not say in time that it takes work */
  readonly notReady: readonly string[];
}

export interface Judgement {
  readonly accepted: number;
  readonly answered: number;
  readonly faults: Faults;
}

/**
 * From the accepted requests, the log and the vendor's ledger alone; whether all services took work again is observed
 * from outside.
 */
export function judge(
  accepted: readonly Accepted[],
  evidence: Evidence,
  spells: readonly Pick<Spell, 'name' | 'ready'>[],
): Judgement {
  const ends = new Map(evidence.runs.map(({ runId, ends: count }) => [runId, count]));
  const ids = [...new Set(accepted.map(({ requestId }) => requestId))];
  const lost = ids.filter((id) => (ends.get(id) ?? 0) === 0);
  return {
    accepted: ids.length,
    answered: ids.length - lost.length,
    faults: {
      lost,
      doubled: evidence.runs.filter((run) => run.ends > 1).map(({ runId }) => runId),
      seqGaps: evidence.runs.filter(({ lines, lastSeq }) => lastSeq !== lines).map(({ runId }) => runId),
      notReady: spells.filter(({ ready }) => ready === null).map(({ name }) => name),
      ...judgeEffects(accepted, evidence),
    },
  };
}

export const isWhole = (faults: Faults): boolean =>
  Object.values(faults).every((found: readonly string[]) => found.length === 0);

/** An order is refunded by several runs: their reports together must match the vendor's ledger. */
function judgeEffects(
  accepted: readonly Accepted[],
  { actions, ledger }: Evidence,
): Pick<Faults, 'effectsTwice' | 'unasked' | 'untrue'> {
  const orderOf = new Map(accepted.map(({ requestId, orderNumber }) => [requestId, orderNumber]));
  const perOrder = (which: (action: ActionRow) => boolean): Map<string, number> =>
    count(actions.filter(which).map(({ runId }) => orderOf.get(runId) ?? null));
  const [sent, certain, possible] = [
    perOrder(wasSent),
    perOrder(succeeded),
    perOrder((action) => succeeded(action) || isUnknown(action)),
  ];
  const effects = count(ledger.map(({ orderNumber }) => orderNumber));
  const orders = [...new Set([...effects.keys(), ...certain.keys()])];
  const of = (counts: ReadonlyMap<string, number>, order: string): number => counts.get(order) ?? 0;
  return {
    unasked: orders.filter((order) => of(effects, order) > of(sent, order)),
    effectsTwice: orders.filter((order) => of(effects, order) > of(possible, order)),
    untrue: orders.filter((order) => of(effects, order) < of(certain, order)),
  };
}

/** Sent only after it was allowed: without a rejection, and after a suspension only with an approval. */
const wasSent = ({ facts }: ActionRow): boolean =>
  facts.includes('action.dispatched') &&
  !facts.includes('action.rejected') &&
  (!facts.includes('action.suspended') || facts.includes('action.approved'));

const succeeded = ({ facts }: ActionRow): boolean => facts.includes('action.succeeded');
const isUnknown = ({ facts }: ActionRow): boolean => facts.includes('action.unknown');

function count(orders: readonly (string | null)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const order of orders) if (order !== null) counts.set(order, (counts.get(order) ?? 0) + 1);
  return counts;
}
