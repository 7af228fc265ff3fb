import type { ColumnType, Generated } from 'kysely';

type WrittenOnce<T> = ColumnType<T, T, never>;

/** The tables of schema `arbiter` as the services see them (migrations/ is the truth). */
export interface Tables {
  event: EventTable;
  generation: { only_row: Generated<boolean>; generation: number };
  outbox: OutboxTable;
  due: DueTable;
  customer_key: CustomerKeyTable;
  artifact: { hash: string; tenant: string; body: string; created_at: Generated<Date> };
  ui_log: UiLogTable;
}

export interface EventTable {
  stream_id: WrittenOnce<string>;
  version: WrittenOnce<number>;
  position: Generated<number>;
  transaction_id: Generated<string>;
  id: WrittenOnce<string>;
  type: WrittenOnce<string>;
  recorded_at: Generated<Date>;
  envelope: WrittenOnce<string>;
  decision: WrittenOnce<string | null>;
  dedupe_key: WrittenOnce<string | null>;
}

export interface OutboxTable {
  id: string;
  app: string;
  streams: string[];
  from_versions: number[];
  to_versions: number[];
  created_at: Generated<Date>;
  claimed_until: Date | null;
  attempt: Generated<number>;
}

export interface DueTable {
  stream_id: string;
  key: string;
  category: string;
  due_at: Date;
  claimed_until: Date | null;
}

export interface CustomerKeyTable {
  tenant: string;
  customer_id: string;
  key_id: string;
  wrapped: Buffer;
  created_at: Generated<Date>;
}

export interface UiLogTable {
  run_id: string;
  seq: number;
  tenant: string;
  session_id: string;
  body: string;
  created_at: Generated<Date>;
  /** the day on which its run opened */
  opened_on: string;
}
