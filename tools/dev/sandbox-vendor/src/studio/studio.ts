/** A person at a client of the studio. */
export interface Contact {
  readonly contactId: string;
  readonly clientId: string;
  readonly name: string;
  /** null when it is unknown */
  readonly email: string | null;
  readonly phone: string | null;
  /** has asked never to be written to */
  readonly doNotContact: boolean;
}

export const INVOICE_STATUSES = ['open', 'paid', 'disputed', 'void'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** A client's reaction some days after the first reminder. */
export interface Reaction {
  readonly kind: 'pays' | 'promises' | 'disputes';
  readonly days: number;
}

/** The last message about an invoice before the first day. */
export interface Correspondence {
  readonly lastMessageOn: string;
  readonly lastFrom: 'client' | 'us';
  readonly disputed: boolean;
  readonly snippet: string;
}

/** An invoice at the beginning of the first day, and its later fate. Days are YYYY-MM-DD, amounts in cents. */
export interface Invoice {
  readonly number: string;
  readonly clientId: string;
  readonly contactId: string;
  readonly amountMinor: number;
  readonly currency: 'EUR';
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly status: InvoiceStatus;
  readonly lastReminderOn: string | null;
  readonly holdUntil: string | null;
  readonly note: string;
  /** the day it is paid, whatever is done */
  readonly paidOn: string | null;
  readonly reaction: Reaction | null;
  readonly correspondence: Correspondence | null;
}

/** Money that came in at the bank. What it was for is the payer's own text. */
export interface Payment {
  readonly payment: string;
  readonly receivedOn: string;
  readonly payer: string;
  readonly amountMinor: number;
  readonly currency: 'EUR';
  readonly remittance: string;
}

export interface Studio {
  readonly contacts: ReadonlyMap<string, Contact>;
  readonly invoices: ReadonlyMap<string, Invoice>;
  readonly payments: ReadonlyMap<string, Payment>;
}
