import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** How a route lets a repeated mutation be recognised. */
export type MutationKind = 'native_key' | 'etag' | 'none';

/** One mutation that took place, with its answer. The ledger is the only state; everything else is computed from it. */
export interface LedgerEntry {
  readonly sequence: number;
  /** ISO 8601, UTC */
  readonly at: string;
  readonly route: string;
  readonly kind: MutationKind;
  /** the idempotency key or the If-Match value it came with */
  readonly key: string | null;
  readonly customerId: string;
  readonly orderNumber: string | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly result: Readonly<Record<string, unknown>>;
}

const MAXIMUM_ENTRIES = 100_000;

/**
 * Append-only, in memory and, with a folder, in `ledger.jsonl` there: an entry is written before its effect is
 * answered.
 */
export class Ledger {
  private readonly kept: LedgerEntry[] = [];
  private readonly file: number | null;

  constructor(dataFolder?: string) {
    if (dataFolder === undefined) {
      this.file = null;
      return;
    }
    mkdirSync(dataFolder, { recursive: true });
    const path = join(dataFolder, 'ledger.jsonl');
    this.file = openSync(path, 'a+');
    const text = readFileSync(path, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    // A process killed in mid-write leaves half a line: that mutation was never answered.
    if (whole.length < text.length) ftruncateSync(this.file, Buffer.byteLength(whole));
    for (const line of whole.split('\n')) if (line !== '') this.kept.push(JSON.parse(line) as LedgerEntry);
  }

  get entries(): readonly LedgerEntry[] {
    return this.kept;
  }

  get isFull(): boolean {
    return this.kept.length >= MAXIMUM_ENTRIES;
  }

  /** The number the next entry will have. */
  get nextSequence(): number {
    return this.kept.length + 1;
  }

  append(mutation: Omit<LedgerEntry, 'sequence' | 'at'>): LedgerEntry {
    const entry = { sequence: this.nextSequence, at: new Date().toISOString(), ...mutation };
    if (this.file !== null) writeSync(this.file, `${JSON.stringify(entry)}\n`);
    this.kept.push(entry);
    return entry;
  }

  clear(): void {
    if (this.file !== null) ftruncateSync(this.file, 0);
    this.kept.length = 0;
  }

  close(): void {
    if (this.file !== null) closeSync(this.file);
  }
}
