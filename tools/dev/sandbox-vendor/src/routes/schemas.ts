import { ORDER_STATUSES } from '../shop';

/** The shapes of callers' requests; any other is refused with 400. */
const customerId = { type: 'string', pattern: '^C-\\d{4}$' } as const;
const orderNumber = { type: 'string', pattern: '^\\d{4}$' } as const;
const amount = { type: 'number', exclusiveMinimum: 0 } as const;
const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength }) as const;

const closed = <P extends Record<string, unknown>>(properties: P) =>
  ({ type: 'object', required: Object.keys(properties), additionalProperties: false, properties }) as const;

export const REFUND_BODY = closed({ customerId, orderNumber, amount });
export const ORDER_REFUND_BODY = closed({ amount, reference: text(200) });
export const TICKET_BODY = closed({ customerId, summary: text(2_000), reference: text(200) });
export const HANDOFF_BODY = closed({ customerId, reason: text(500) });
export const LINK_BODY = closed({ code: text(1_000), customerId });
export const LINK_QUERY = closed({ code: text(1_000) });

export const CANCELLATION_BODY = closed({ reference: text(200) });
export const ADDRESS_CHANGE_BODY = closed({ customerId, orderNumber, address: text(500), reference: text(200) });

export const ORDER_NOTE_BODY = closed({ orderNumber, note: text(1_000) });
export const ORDERS_QUERY = closed({
  status: { enum: ORDER_STATUSES },
  page: { type: 'string', pattern: '^[1-9]\\d{0,3}$' },
});

export const REFERENCE_QUERY = closed({ reference: { type: 'string' } });
/** all when left out, else so many of the newest, newest first */
export const NEWEST_QUERY = {
  type: 'object',
  additionalProperties: false,
  properties: { newest: { type: 'string', pattern: '^[1-9]\\d?$' } },
} as const;
export const TICKETS_QUERY = {
  ...NEWEST_QUERY,
  properties: { ...NEWEST_QUERY.properties, ticketId: { type: 'string', maxLength: 20 } },
} as const;

export interface RefundBody {
  readonly customerId: string;
  readonly orderNumber: string;
  /** euros */
  readonly amount: number;
}
