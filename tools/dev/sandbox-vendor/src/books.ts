import { isDeepStrictEqual } from 'node:util';
import { Ledger, type LedgerEntry, type MutationKind } from './ledger';
import { VendorError } from './vendor-error';

/** A mutation as a route asks for it; `result` is made from the number the entry gets. */
export interface Mutation {
  readonly route: string;
  readonly kind: MutationKind;
  readonly key: string | null;
  readonly customerId: string;
  readonly orderNumber: string | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly result: (sequence: number) => Readonly<Record<string, unknown>>;
}

/** The ledger with the look-ups the routes need. Everything here is synchronous, so two requests never interleave. */
export class Books {
  private readonly keyed = new Map<string, LedgerEntry>();
  private readonly changes = new Map<string, LedgerEntry[]>();

  constructor(private readonly ledger: Ledger) {
    ledger.entries.forEach((entry) => this.index(entry));
  }

  get entries(): readonly LedgerEntry[] {
    return this.ledger.entries;
  }

  /** The changes of an order since it was placed, oldest first. A plain refund leaves no trace. */
  changesOf(orderNumber: string): readonly LedgerEntry[] {
    return this.changes.get(orderNumber) ?? [];
  }

  /** Writes one entry, whatever is there already. */
  post(mutation: Mutation): LedgerEntry {
    if (this.ledger.isFull)
      throw new VendorError(507, 'ledger_full', 'the ledger is full; clear it with DELETE /_sandbox/ledger');
    const entry = this.ledger.append({ ...mutation, result: mutation.result(this.ledger.nextSequence) });
    this.index(entry);
    return entry;
  }

  /**
   * The entry already made under the same route and key, or undefined. Throws 422 when it was made for another body.
   */
  earlier(route: string, key: string, body: Mutation['body']): LedgerEntry | undefined {
    const earlier = this.keyed.get(`${route} ${key}`);
    if (earlier && !isDeepStrictEqual(earlier.body, body)) {
      throw new VendorError(422, 'key_reused', 'this Idempotency-Key was used for another body; take a new key');
    }
    return earlier;
  }

  clear(): void {
    this.ledger.clear();
    this.keyed.clear();
    this.changes.clear();
  }

  private index(entry: LedgerEntry): void {
    if (entry.kind === 'native_key') this.keyed.set(`${entry.route} ${entry.key}`, entry);
    if (entry.orderNumber === null || !leavesTrace(entry)) return;
    this.changes.set(entry.orderNumber, [...this.changesOf(entry.orderNumber), entry]);
  }
}

/** Only a change with a key, an ETag or a reference can be looked up afterwards. */
const leavesTrace = ({ kind, result }: LedgerEntry): boolean =>
  kind !== 'none' || typeof result['reference'] === 'string';
