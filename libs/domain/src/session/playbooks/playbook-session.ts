import type { EventData, Fact, PlaybookInstance } from '@arbiter/contracts';
import { instantAfter } from '../../instant';

/**
 * What the conversation of a playbook remembers.
 *
 * B1. A day has one instance, whoever asks for it and however often.
 * B2. One instance is under way at a time; the others wait in the order they were asked for. So whom an instance wrote to is known before
 *     the next one chooses.
 */
export interface PlaybookSession {
  readonly underWay: Asked | null;
  readonly queued: readonly Asked[];
  /** the days that have an instance, the latest asked for last; bounded */
  readonly days: readonly string[];
  /** PL-07: when somebody outside was written to about an object, within a week of the latest; ISO instants by object */
  readonly touched: Readonly<Record<string, readonly string[]>>;
}

interface Asked {
  readonly requestId: string;
  readonly instance: PlaybookInstance;
}

export const NO_INSTANCES: PlaybookSession = { underWay: null, queued: [], days: [], touched: {} };

const REMEMBERED_DAYS = 400;
const WEEK_MILLISECONDS = 7 * 86_400_000;

/** What a fact makes of it; null: it is about no instance. */
export function evolvePlaybook(session: PlaybookSession | null, fact: Fact): PlaybookSession | null {
  const known = session ?? NO_INSTANCES;
  switch (fact.name) {
    case 'run.requested': {
      const { requestId, instance } = fact.data;
      return instance === undefined ? session : begun(known, { requestId, instance });
    }
    case 'instance.queued':
      return withDay({ ...known, queued: [...known.queued, fact.data] }, fact.data.instance);
    case 'instance.ended':
      return ended(known, fact.data);
    default:
      return session;
  }
}

const begun = (session: PlaybookSession, asked: Asked): PlaybookSession =>
  withDay(
    { ...session, underWay: asked, queued: session.queued.filter(({ requestId }) => requestId !== asked.requestId) },
    asked.instance,
  );

const withDay = (session: PlaybookSession, { day }: PlaybookInstance): PlaybookSession =>
  session.days.includes(day) ? session : { ...session, days: [...session.days.slice(1 - REMEMBERED_DAYS), day] };

function ended(session: PlaybookSession, { touched }: EventData<'instance.ended'>): PlaybookSession {
  const entries: (readonly [string, string])[] = [
    ...Object.entries(session.touched).flatMap(([object, times]) => times.map((at) => [object, at] as const)),
    ...touched.map(({ object, at }) => [object, at] as const),
  ];
  const latest = entries
    .map(([, at]) => at)
    .toSorted()
    .at(-1);
  const recent = latest === undefined ? [] : entries.filter(([, at]) => at > instantAfter(latest, -WEEK_MILLISECONDS));
  const byObject = Map.groupBy(recent, ([object]) => object);
  return {
    ...session,
    underWay: null,
    touched: Object.fromEntries([...byObject].map(([object, times]) => [object, times.map(([, at]) => at)])),
  };
}
