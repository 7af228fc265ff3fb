import { hash } from 'node:crypto';
import type { EventName, RecordedOf } from '@arbiter/contracts';
import type { RowFold } from '../row-model';

/** CH-16: a chat in which a person wrote, and the time of the latest message. No text. */
export interface SessionRow {
  readonly tenant: string;
  readonly customer_hash: string;
  readonly session_id: string;
  readonly channel: string;
  readonly received_at: string;
}

/** Names a customer without identifying them. */
export const customerHash = (tenant: string, customerId: string): string => hash('sha256', `${tenant}/${customerId}`);

export const sessionFold: RowFold<SessionRow> = {
  table: 'session_view',
  key: ['tenant', 'customer_hash', 'session_id'],
  columns: {
    tenant: 'text',
    customer_hash: 'text',
    session_id: 'text',
    channel: 'text',
    received_at: 'timestamptz',
  },
  keyOf: (event) =>
    isTurn(event) ? [event.tenant, customerHash(event.tenant, event.data.customerId), event.data.sessionId] : null,
  // Only the latest message counts, so the row need not be read.
  opens: () => true,
  evolve: (row, event) => (isTurn(event) ? rowOf(event) : row),
};

const isTurn = (event: RecordedOf<EventName>): event is RecordedOf<'turn.received'> => event.name === 'turn.received';

const rowOf = ({
  tenant,
  data: { customerId, sessionId, channel, receivedAt },
}: RecordedOf<'turn.received'>): SessionRow => ({
  tenant,
  customer_hash: customerHash(tenant, customerId),
  session_id: sessionId,
  channel,
  received_at: receivedAt,
});
