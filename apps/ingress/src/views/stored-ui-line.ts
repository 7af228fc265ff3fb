import type { UiEvent } from '@arbiter/contracts';
import type { Keyring } from '@arbiter/store';

/** A line of the UI log as it is stored and published: its payload sealed with the customer's key. */
export interface StoredUiLine extends Omit<UiEvent, 'payload'> {
  readonly customerId: string;
  readonly payload: { readonly sealed?: string };
}

/** A line's row of the UI log. */
export interface UiLogRow {
  readonly run_id: string;
  readonly tenant: string;
  readonly session_id: string;
  readonly seq: number;
  readonly body: string;
}

/** The body leaves out what columns of the row hold (0140). */
export const storedLineOf = ({ run_id, tenant, session_id, seq, body }: UiLogRow): StoredUiLine => ({
  ...(JSON.parse(body) as StoredUiLine),
  request_id: run_id,
  requestId: run_id,
  projectId: tenant,
  sessionId: session_id,
  seq,
});

/** A line that came in: as it is stored, or opened, from within the process. */
export type HeldLine = StoredUiLine | UiEvent;

const isStored = (line: HeldLine): line is StoredUiLine => 'customerId' in line;

/** The parts of these lines that a client may read; an erased customer's payloads are empty. */
export async function openLines(keyring: Keyring, lines: readonly HeldLine[]): Promise<UiEvent[]> {
  const stored = lines.filter(isStored);
  if (stored.length > 0)
    await keyring.load(stored.map(({ projectId, customerId }) => ({ tenant: projectId, customerId })));
  return lines.map((line) => (isStored(line) ? opened(keyring, line) : line));
}

function opened(keyring: Keyring, { customerId, payload, ...event }: StoredUiLine): UiEvent {
  if (payload.sealed === undefined) return { ...event, payload };
  const customer = { tenant: event.projectId, customerId };
  return {
    ...event,
    payload: keyring.open(customer, `ui:${event.requestId}#${event.seq}`, payload.sealed, {}) as UiEvent['payload'],
  };
}
