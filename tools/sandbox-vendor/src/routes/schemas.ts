/** The shapes of what callers send; anything else is refused with 400. */
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

export interface RefundBody {
  readonly customerId: string;
  readonly orderNumber: string;
  /** euros */
  readonly amount: number;
}
