import type { VendorRequest, VendorResponse } from '@arbiter/sandbox-vendor';

/** Reaches the shop's vendor, in this process or over HTTP. */
export type Vendor = (request: VendorRequest) => Promise<VendorResponse>;

interface LedgerLine {
  readonly sequence: number;
  readonly route: string;
  readonly customerId: string;
  readonly orderNumber: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * The deed of each route of the vendor; another route counts under its own name. A refund of part of the total is
 * `partial_refund`.
 */
const NAMES: Readonly<Record<string, string>> = {
  'POST /refunds': 'refund',
  'PUT /customers/{customerId}/orders/{orderNumber}/refund': 'refund',
  'POST /plain/refunds': 'refund',
  'PUT /customers/{customerId}/orders/{orderNumber}/cancellation': 'cancel',
  'POST /address-changes': 'address',
  'POST /tickets': 'ticket',
  'POST /handoffs': 'handoff',
};

/** The vendor's ledger, read as deeds: `refund 1003`, `partial_refund 1003 14.95`, `cancel 1001`, `ticket`. */
export class DeedBook {
  private read = 0;

  constructor(private readonly vendor: Vendor) {}

  /** Forgets all deeds, at the vendor too: the sandbox is as it was at the beginning. */
  async reset(): Promise<void> {
    await this.vendor({ method: 'DELETE', path: '/_sandbox/ledger' });
    this.read = 0;
  }

  /** The deeds since the last call. */
  async news(): Promise<readonly string[]> {
    const { body } = await this.vendor({ method: 'GET', path: '/_sandbox/ledger' });
    const { entries } = body as { readonly entries: readonly LedgerLine[] };
    const fresh = entries.filter(({ sequence }) => sequence > this.read);
    this.read += fresh.length;
    return Promise.all(fresh.map((line) => this.deedOf(line)));
  }

  private async deedOf(line: LedgerLine): Promise<string> {
    const name = NAMES[line.route] ?? line.route.replaceAll(/[^a-z]+/gi, '_').toLowerCase();
    const {
      orderNumber,
      body: { amount },
    } = line;
    if (name !== 'refund' || typeof amount !== 'number')
      return [name, ...(orderNumber === null ? [] : [orderNumber])].join(' ');
    const { body } = await this.vendor({ method: 'GET', path: `/customers/${line.customerId}/orders/${orderNumber}` });
    return (body as { total?: number }).total === amount
      ? `refund ${orderNumber}`
      : `partial_refund ${orderNumber} ${amount.toFixed(2)}`;
  }
}

/**
 * An expected deed matches a done one when it names no more than that: `partial_refund 1003` leaves the amount open.
 */
export const isDeed = (expected: string, done: string): boolean => done === expected || done.startsWith(`${expected} `);
