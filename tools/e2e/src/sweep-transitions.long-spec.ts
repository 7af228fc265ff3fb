import type { EventName } from '@arbiter/contracts';
import { RecordingModel } from './recording-model';
import { DRAFTED } from './revised-studio';
import { TestSystem } from './test-system';
import { OF_SWEEPS } from './transitions/decided-events';
import { Kills } from './transitions/kills';
import { Processes } from './transitions/processes';
import { Sweep } from './transitions/sweep';
import { answeredByModel, keeperOf, sweepStudio } from './transitions/sweep-studio';

const REPLICAS = { ingress: 2, router: 2, planner: 2, executor: 2, 'action-gateway': 2 } as const;
const NONE = { ingress: 0, router: 0, planner: 0, executor: 0, 'action-gateway': 0 } as const;
const PATIENCE_MILLISECONDS = 300_000;
const DAYS = ['2026-11-23', '2026-11-24'] as const;
const PLAYBOOKS = Array.from({ length: 2 * OF_SWEEPS.length + 10 }, (_, index) => `mended_${index + 1}`);
/** A question is asked again when the process that waited for the answer is gone. */
const REPEATED: readonly EventName[] = ['plan.draft_requested', 'slot.requested', 'run.watched'];

/**
 * The kinds of performances of a playbook: how each is played, its final status, and how often each of its notes is
 * written.
 */
const KINDS = {
  whole: { act: ([first]: Days) => first.carriedOut(), status: 'ok', times: 1 },
  again: {
    act: async ([first, second]: Days) => {
      await first.carriedOut();
      return second.carriedOut();
    },
    status: 'ok',
    times: 2,
  },
  stopped: { act: ([first]: Days) => first.stopped(), status: 'cancelled', times: 0 },
  queued: {
    act: async ([first, second]: Days) => {
      await first.begin();
      const after = second.stopped();
      await first.stopped();
      return after;
    },
    status: 'cancelled',
    times: 0,
  },
} as const;
type Kind = keyof typeof KINDS;
type Days = readonly [Sweep, Sweep];
/** What no whole sweep brings about. */
const BROUGHT_BY: Partial<Record<EventName, Kind>> = {
  'branch.cancel_requested': 'stopped',
  'plan.cache_hit': 'again',
  'instance.queued': 'queued',
};

interface Performance {
  readonly kind: Kind;
  readonly days: Days;
  readonly status: Promise<string>;
}

describe('a service killed at a transition of a sweep (EVL-08, EX-24, EX-25)', () => {
  let model: RecordingModel;
  let arbiter: TestSystem;
  let processes: Processes;
  let kills: Kills;
  let rehearsed: ReadonlyMap<string, number>;
  const performances: Performance[] = [];

  beforeAll(async () => {
    model = await RecordingModel.open();
    model.propose = answeredByModel;
    model.used = { prompt_tokens: 150_000, completion_tokens: 10 };
    const environment = { ARBITER_TENANT: 'studio', ARBITER_MODEL_URL: model.url, ARBITER_MODEL: 'planner' };
    arbiter = await TestSystem.open({
      processes: 'each',
      tenants: [sweepStudio(PLAYBOOKS)],
      replicas: NONE,
      environment,
    });
    processes = await Processes.start(arbiter, REPLICAS, {});
    kills = new Kills(arbiter, processes, (event) => perform(BROUGHT_BY[event] ?? 'whole').status);
    const kinds = Object.keys(KINDS) as Kind[];
    const all = kinds.map((kind) => perform(kind));
    expect(await Promise.all(all.map(({ status }) => status))).toEqual(kinds.map((kind) => KINDS[kind].status));
    rehearsed = mostOf(await Promise.all(all.flatMap(({ days }) => days).map((sweep) => sweep.counts())));
  }, PATIENCE_MILLISECONDS);
  afterAll(async () => {
    await arbiter?.close();
    await processes?.close();
    await model?.close();
  });

  function perform(kind: Kind): Performance {
    const playbook = PLAYBOOKS[performances.length]!;
    const days = DAYS.map((day) => new Sweep(arbiter, processes.ingressUrls, playbook, day)) as unknown as Days;
    const status = KINDS[kind].act(days);
    status.catch(() => undefined);
    const performance = { kind, days, status };
    performances.push(performance);
    return performance;
  }

  /** About what drafts were made for the keeper of each playbook. */
  async function drafted(): Promise<ReadonlyMap<string, readonly string[]>> {
    const drafts = (await arbiter.ledger()).filter(({ route }) => route === 'POST /drafts');
    const byKeeper = Map.groupBy(drafts, ({ body }) => String(body['to']));
    return new Map([...byKeeper].map(([to, made]) => [to, made.map(({ body }) => String(body['about'])).toSorted()]));
  }

  it.each(OF_SWEEPS)(
    '$app before its append of $event, and after it and before its publish',
    ({ app, event }) => kills.at(app, event),
    PATIENCE_MILLISECONDS,
  );

  it(
    'loses nothing, and does nothing twice',
    async () => {
      await processes.settled();
      await Promise.allSettled(performances.map(({ status }) => status));
      for (const { kind, days, status } of performances) {
        const [{ playbook }] = days;
        const made = async () => (await drafted()).get(keeperOf(playbook)) ?? [];
        const counts = async () => mostOf(await Promise.all(days.map((sweep) => sweep.counts())));
        const wanted = KINDS[kind];
        const notes = Array.from({ length: wanted.times }, () => DRAFTED)
          .flat()
          .toSorted();
        expect({ playbook, status: await status, made: await made() }).toEqual({
          playbook,
          status: wanted.status,
          made: notes,
        });
        const tooOften = [...(await counts())].filter(
          ([name, count]) => !REPEATED.includes(name as EventName) && count > Math.max(1, rehearsed.get(name) ?? 0),
        );
        expect({ playbook, tooOften }).toEqual({ playbook, tooOften: [] });
      }
      expect(await kills.writtenByDead()).toBe(0);
    },
    PATIENCE_MILLISECONDS,
  );
});

const mostOf = (counted: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> => {
  const most = new Map<string, number>();
  for (const [name, count] of counted.flatMap((one) => [...one])) most.set(name, Math.max(count, most.get(name) ?? 0));
  return most;
};
