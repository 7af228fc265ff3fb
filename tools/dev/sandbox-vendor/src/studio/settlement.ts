import type { Books } from '../books';
import type { LedgerEntry } from '../ledger';

export const MATCHING = 'POST /matches';
export const UNMATCHING = 'DELETE /matches/{matchId}';
export const RECORDING = 'POST /invoice-payments';
export const UNRECORDING = 'DELETE /invoice-payments/{recordId}';

/** The matches of payments with invoices that were not discarded, oldest first. */
export const standingMatches = ({ entries }: Books): readonly LedgerEntry[] =>
  standing(entries, MATCHING, UNMATCHING, 'matchId');

/** The payments recorded on invoices and not taken away again, oldest first. */
export const standingRecords = ({ entries }: Books): readonly LedgerEntry[] =>
  standing(entries, RECORDING, UNRECORDING, 'recordId');

/** The invoice that a payment is matched to; null: none yet. */
export const matchedTo = (payment: string, books: Books): string | null => {
  const match = standingMatches(books).find(({ body }) => body['payment'] === payment);
  return match ? String(match.body['number']) : null;
};

/** What one route made and the other did not take back, by the field with its id. */
function standing(entries: readonly LedgerEntry[], making: string, takingBack: string, id: string) {
  const takenBack = new Set(entries.filter(({ route }) => route === takingBack).map(({ result }) => result[id]));
  return entries.filter(({ route, result }) => route === making && !takenBack.has(result[id]));
}
