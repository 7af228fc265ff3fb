import { parseStream, terminal, travels, type Recorded } from '@arbiter/contracts';
import { COLUMN_SEPARATOR } from '../database';
import type { UiRow, WrittenAppend, WrittenPart } from './append';
import { eventType } from './codec';
import { withoutColumns } from './log-format';

/** Columns of text go as one string the server splits. */
const JOINED = new Set([
  'streams',
  'types',
  'envelopes',
  'decisions',
  'dedupe_keys',
  'outbox_streams',
  'due_streams',
  'due_keys',
  'due_categories',
  'ui_streams',
  'ui_runs',
  'ui_tenants',
  'ui_sessions',
  'ui_bodies',
]);
/** Written as JSON, which escapes every control character: they hold no separator, and need not be searched for one. */
const JSON_TEXTS = new Set(['envelopes', 'decisions', 'ui_bodies']);

function joined(name: string, column: readonly (string | null)[]): string {
  if (!JSON_TEXTS.has(name) && column.some((value) => value?.includes(COLUMN_SEPARATOR)))
    throw terminal('control_character', `${name} holds U+001F, which nothing stored may hold`, name);
  return column.join(COLUMN_SEPARATOR);
}

/** Gathers parts into the arrays of the append statement, in the order in which they are given. */
export class AppendColumns {
  hasDue = false;
  hasUi = false;
  private readonly event = {
    streams: [] as string[],
    versions: [] as number[],
    ids: [] as string[],
    types: [] as string[],
    envelopes: [] as string[],
    decisions: [] as (string | null)[],
    dedupe_keys: [] as (string | null)[],
    firsts: [] as boolean[],
  };
  private readonly outbox = {
    outbox_streams: [] as string[],
    outbox_from: [] as number[],
    outbox_to: [] as number[],
    outbox_parts: [] as number[],
    outbox_ids: [] as string[],
    outbox_apps: [] as string[],
  };
  private readonly due = {
    due_streams: [] as string[],
    due_keys: [] as string[],
    due_categories: [] as string[],
    due_ats: [] as (string | null)[],
  };
  private readonly ui = {
    ui_streams: [] as string[],
    ui_runs: [] as string[],
    ui_seqs: [] as number[],
    ui_tenants: [] as string[],
    ui_sessions: [] as string[],
    ui_bodies: [] as string[],
    ui_days: [] as (string | null)[],
  };

  add({ outboxId, author, appends }: WrittenPart): void {
    this.outbox.outbox_ids.push(outboxId);
    this.outbox.outbox_apps.push(author.app);
    for (const append of appends) {
      append.events.forEach((_, index) => this.addEvent(append, index));
      if (append.events.some((event) => travels(event.name))) this.addOutbox(append);
      for (const change of append.due) this.addDue(append.stream, change.key, change.at);
      for (const row of append.ui) this.addUi(append.stream, row, author.openingDays.of(row));
    }
  }

  values(): Record<string, unknown> {
    const columns: Record<string, readonly unknown[]> = { ...this.event, ...this.outbox, ...this.due, ...this.ui };
    return Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [
        name,
        JOINED.has(name) ? joined(name, column as readonly (string | null)[]) : column,
      ]),
    );
  }

  private addEvent({ events, texts, decisions, dedupeKey }: WrittenAppend, index: number): void {
    const event: Recorded = events[index]!;
    this.event.streams.push(event.stream);
    this.event.versions.push(event.version);
    this.event.ids.push(event.id);
    this.event.types.push(eventType(event.name));
    this.event.envelopes.push(withoutColumns(texts[index]!));
    this.event.decisions.push(decisions[index] ?? null);
    this.event.dedupe_keys.push(index === 0 ? (dedupeKey ?? null) : null);
    this.event.firsts.push(index === 0);
  }

  private addOutbox({ stream, events }: WrittenAppend): void {
    this.outbox.outbox_streams.push(stream);
    this.outbox.outbox_from.push(events[0]!.version);
    this.outbox.outbox_to.push(events.at(-1)!.version);
    this.outbox.outbox_parts.push(this.outbox.outbox_ids.length);
  }

  private addDue(stream: string, key: string, at: string | null): void {
    this.hasDue = true;
    this.due.due_streams.push(stream);
    this.due.due_keys.push(key);
    this.due.due_categories.push(parseStream(stream).category);
    this.due.due_ats.push(at);
  }

  private addUi(stream: string, row: UiRow, day: string | null): void {
    this.hasUi = true;
    this.ui.ui_streams.push(stream);
    this.ui.ui_runs.push(row.runId);
    this.ui.ui_seqs.push(row.seq);
    this.ui.ui_tenants.push(row.tenant);
    this.ui.ui_sessions.push(row.sessionId);
    this.ui.ui_bodies.push(row.body);
    this.ui.ui_days.push(day);
  }
}
