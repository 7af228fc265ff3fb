import type { EventName, RecordedOf } from '@arbiter/contracts';
import type { PoolClient } from 'pg';
import { sessionMemoryFold, type SessionMemory } from '../folds/session-memory';
import type { Page, ReadModel } from '../read-model';
import { foldRows } from '../row-model';
import { stagesOf, withoutRepeats } from './stages-of';
import type { TelemetryEvent } from './telemetry-event';
import type { TelemetrySink, TenantEvent } from './telemetry-sink';

/** The eight stages of every interaction, given to the sinks in the order of the log. */
export class StageModel implements ReadModel {
  readonly name = 'stages';
  readonly tables = ['stage', 'session_memory'];

  constructor(private readonly sinks: readonly TelemetrySink[]) {}

  async fold({ events, again }: Page, transaction: PoolClient): Promise<(() => void) | void> {
    const memories = new Map<RecordedOf<EventName>, SessionMemory | null>();
    await foldRows(sessionMemoryFold, events, transaction, (event, memory) => memories.set(event, memory));
    const found = events.flatMap((event) => stagesOf(event, memories.get(event) ?? null).map((stage) => ({ ...stage, tenant: event.tenant })));
    const stages = await this.withSessions(events, await firstOfTheirName(found, transaction), transaction);
    if (stages.length === 0) return;
    for (const sink of this.sinks) await sink.write?.(stages, transaction);
    if (!again) return () => this.sinks.forEach((sink) => sink.committed?.(stages));
  }

  /** Whose session an interaction belongs to stands in this page or, for one that began before it, in its earlier stages. */
  private async withSessions(events: Page['events'], stages: readonly Omit<TenantEvent, 'session_id'>[], transaction: PoolClient): Promise<readonly TenantEvent[]> {
    const sessions = sessionsNamedIn(events);
    const unknown = [...new Set(stages.map((stage) => stage.interaction_id).filter((interaction) => !sessions.has(interaction)))];
    if (unknown.length > 0) {
      const { rows } = await transaction.query<{ interaction_id: string; session_id: string }>({
        name: 'read-model-sessions',
        text: `select interaction_id, session_id from unnest($1::text[]) as wanted (interaction_id)
               cross join lateral (select session_id from stage where stage.interaction_id = wanted.interaction_id order by sequence limit 1) as first`,
        values: [unknown],
      });
      for (const row of rows) sessions.set(row.interaction_id, row.session_id);
    }
    return stages.map((stage) => ({ ...stage, session_id: sessions.get(stage.interaction_id) ?? '' }) as TelemetryEvent & { tenant: string });
  }
}

type Found = Omit<TenantEvent, 'session_id'> & { readonly isLate?: true };

/** What interactions with a late stage had before this page counts as well. */
async function firstOfTheirName(found: readonly Found[], transaction: PoolClient): Promise<readonly Omit<TenantEvent, 'session_id'>[]> {
  const late = [...new Set(found.filter(({ isLate }) => isLate).map((stage) => stage.interaction_id))];
  if (late.length === 0) return withoutRepeats(found, []);
  const { rows } = await transaction.query<Pick<TenantEvent, 'interaction_id' | 'stage'>>({
    name: 'read-model-stages-before', text: 'select interaction_id, stage from stage where interaction_id = any($1::text[])', values: [late],
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
