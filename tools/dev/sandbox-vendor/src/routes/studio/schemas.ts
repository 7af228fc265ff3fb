import { INVOICE_STATUSES } from '../../studio/studio';

/** The shapes of requests to the studio; any other is refused with 400. */
const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength }) as const;
const number = { type: 'string', pattern: '^INV-\\d{4,6}$' } as const;
const payment = { type: 'string', pattern: '^PAY-\\d{4}$' } as const;
const matchId = { type: 'string', pattern: '^M-\\d{1,9}$' } as const;
const amount = { type: 'number', exclusiveMinimum: 0 } as const;
const page = { type: 'string', pattern: '^[1-9]\\d{0,2}$' } as const;
const day = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' } as const;
const days = { type: 'string', pattern: '^\\d{1,3}$' } as const;

const closed = <P extends Record<string, unknown>>(
  properties: P,
  required: readonly string[] = Object.keys(properties),
) => ({ type: 'object', required, additionalProperties: false, properties }) as const;

export const INVOICES_QUERY = closed({ page, status: { enum: INVOICE_STATUSES }, number }, ['page']);
export const CONTACTS_QUERY = closed({ page });
export const THREADS_QUERY = closed({ contactId: text(20), about: number });
export const DRAFT_BODY = closed({ to: text(320), subject: text(200), body: text(10_000), about: text(20) });
export const DRAFT_PATH = closed({ draftId: { type: 'string', pattern: '^D-\\d{1,9}$' } });
export const MESSAGE_BODY = closed({
  draftId: text(20),
  to: text(320),
  about: number,
  amount,
});
export const PAYMENTS_QUERY = closed({ page, status: { enum: ['matched', 'unmatched'] } }, ['page']);
export const MATCH_BODY = closed({ payment, number });
export const MATCH_PATH = closed({ matchId });
export const RECORD_BODY = closed({ matchId, number, amount });
export const RECORD_PATH = closed({ recordId: { type: 'string', pattern: '^PR-\\d{1,9}$' } });
export const TODAY_BODY = closed({ today: day });
export const TRUTH_QUERY = closed({ firstAfterDays: days, intervalDays: days }, []);

export interface DraftBody {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly about: string;
}
export interface MessageBody {
  readonly draftId: string;
  readonly to: string;
  readonly about: string;
  /** euros */
  readonly amount: number;
}
export interface MatchBody {
  readonly payment: string;
  readonly number: string;
}
export interface RecordBody {
  readonly matchId: string;
  readonly number: string;
  /** euros */
  readonly amount: number;
}
