import type { EventName, RecordedOf } from '@arbiter/contracts';
import type { PoolClient } from 'pg';
import { sessionMemoryFold, type SessionMemory } from '../folds/session-memory';
import type { Page, ReadModel } from '../read-model';
import { foldRows, inTable } from '../row-model';
import { stagesOf, withoutRepeats } from './stages-of';
import type { TelemetryEvent } from './telemetry-event';
import type { TelemetrySink, TenantEvent } from './telemetry-sink';

/** The eight stages of every interaction, given to the sinks in the order of the log. */
export class StageModel implements ReadModel {
  readonly name = 'stages';
  readonly tables = ['stage', 'session_memory'];

  constructor(private readonly sinks: readonly TelemetrySink[]) {}

  async fold({ events, news, suffix }: Page, transaction: PoolClient): Promise<(() => void) | void> {
    const memories = new Map<RecordedOf<EventName>, SessionMemory | null>();
    await foldRows(inTable(sessionMemoryFold, suffix), events, transaction, (event, memory) =>
      memories.set(event, memory),
    );
    const found = events.flatMap((event) =>
      stagesOf(event, memories.get(event) ?? null).map((stage) => ({
        ...stage,
        tenant: event.tenant,
        isNew: news.has(event),
      })),
    );
    const firsts = await firstOfTheirName(found, `stage${suffix}`, transaction);
    const stages = await this.withSessions(events, firsts, `stage${suffix}`, transaction);
    if (stages.length === 0) return;
    for (const sink of this.sinks) await sink.write?.(stages, transaction, suffix);
    const unreported = stages.filter((_, index) => firsts[index]!.isNew);
    if (unreported.length > 0) return () => this.sinks.forEach((sink) => sink.committed?.(unreported));
  }

  /** The session of an interaction is named in this page or, for one that began earlier, in its earlier stages. */
  private async withSessions(
    events: Page['events'],
    stages: readonly Found[],
    table: string,
    transaction: PoolClient,
  ): Promise<readonly TenantEvent[]> {
    const sessions = sessionsNamedIn(events);
    const unknown = [
      ...new Set(stages.map((stage) => stage.interaction_id).filter((interaction) => !sessions.has(interaction))),
    ];
    if (unknown.length > 0) {
      const { rows } = await transaction.query<{ interaction_id: string; session_id: string }>({
        name: `read-model-sessions-${table}`,
        text: `select interaction_id, session_id from unnest($1::text[]) as wanted (interaction_id)
               cross join lateral (select session_id from ${table} as stage where stage.interaction_id = wanted.interaction_id order by sequence limit 1) as first`,
        values: [unknown],
      });
      for (const row of rows) sessions.set(row.interaction_id, row.session_id);
    }
    return stages.map(
      ({ tenant, timestamp, interaction_id, stage, level, payload }) =>
        ({
          tenant,
          timestamp,
          interaction_id,
          session_id: sessions.get(interaction_id) ?? '',
          stage,
          level,
          payload,
        }) as TelemetryEvent & { tenant: string },
    );
  }
}

type Found = Omit<TenantEvent, 'session_id'> & { readonly isLate?: true; readonly isNew: boolean };

/** The stages that interactions with a late stage had before this page count as well. */
async function firstOfTheirName(
  found: readonly Found[],
  table: string,
  transaction: PoolClient,
): Promise<readonly Found[]> {
  const late = [...new Set(found.filter(({ isLate }) => isLate).map((stage) => stage.interaction_id))];
  if (late.length === 0) return withoutRepeats(found, []);
  const { rows } = await transaction.query<Pick<TenantEvent, 'interaction_id' | 'stage'>>({
    name: `read-model-stages-before-${table}`,
    text: `select interaction_id, stage from ${table} where interaction_id = any($1::text[])`,
    values: [late],
  });
  return withoutRepeats(found, rows);
}

function sessionsNamedIn(events: Page['events']): Map<string, string> {
  const sessions = new Map<string, string>();
  for (const { data } of events) {
    const { sessionId, requestId, runId } = data as { sessionId?: string; requestId?: string; runId?: string };
    const interaction = requestId ?? runId;
    if (sessionId !== undefined && interaction !== undefined) sessions.set(interaction, sessionId);
  }
  return sessions;
}
