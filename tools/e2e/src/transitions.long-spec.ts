import type { EventName } from '@arbiter/contracts';
import { accountOf, type Account } from './transitions/account';
import { DECIDED } from './transitions/decided-events';
import { Kills } from './transitions/kills';
import type { Scenario } from './transitions/scenarios';
import { Stage, type Performance } from './transitions/stage';

/** Repeated when the process that waited for the answer is gone, or checked again by time: as often as need be. */
const REPEATED: readonly EventName[] = [
  'intent.requested',
  'intent.proposed',
  'agent.asked',
  'run.watched',
  'action.queued',
  'action.dispatched',
  'action.retry_scheduled',
];
/** An outcome that comes only after its run was given up is reported to its topic by one more run. */
const TOLD_LATER: readonly EventName[] = ['thread.followed'];
const PATIENCE_MILLISECONDS = 300_000;

describe('a service killed (EVL-08, AP-04)', () => {
  let stage: Stage;
  let rehearsed: ReadonlyMap<Scenario, Account>;
  let kills: Kills;

  beforeAll(async () => {
    stage = await Stage.open();
    rehearsed = await stage.rehearse();
    kills = new Kills(stage.arbiter, stage.processes, (event, time) => stage.perform(scenarioOf(event, time)).outcome);
  }, PATIENCE_MILLISECONDS);
  afterAll(() => stage?.close());

  /** One of those that brought it about in the rehearsal: each in turn, for one may have done so by chance. */
  const scenarioOf = (event: EventName, time: number): Scenario => {
    const found = [...rehearsed].filter(([, { events }]) => events.has(event));
    if (found.length === 0) throw new Error(`no scenario brings about ${event}: add one to transitions/scenarios.ts`);
    return found[time % found.length]![0];
  };

  it.each(DECIDED)(
    '$app before its append of $event, and after it and before its publish',
    ({ app, event }) => kills.at(app, event),
    PATIENCE_MILLISECONDS,
  );

  it(
    'loses nothing, and does nothing twice',
    async () => {
      const failures = await Promise.all(
        stage.performances.map(async ({ scenario, outcome }) => [scenario.title, await outcome] as const),
      );
      expect(failures.filter(([, failure]) => failure !== null)).toEqual([]);
      await stage.processes.settled();
      for (const performance of stage.performances) await expectAsRehearsed(performance);
      expect(await kills.writtenByDead()).toBe(0);
    },
    PATIENCE_MILLISECONDS,
  );

  async function expectAsRehearsed({
    play,
    scenario: { title, ...scenario },
    scenario: known,
  }: Performance): Promise<void> {
    for (const run of await play.allRuns()) await expectOneEnd(run);
    const [account, usual] = [await accountOf(play, stage.arbiter), rehearsed.get(known)!];
    const mayRepeat = account.events.has('run.settled') ? [...REPEATED, ...TOLD_LATER] : REPEATED;
    const tooOften = [...account.most].filter(
      ([kind, count]) =>
        !mayRepeat.some((name) => kind.endsWith(` ${name}`)) && count > Math.max(1, usual.most.get(kind) ?? 0),
    );
    const effects = scenario.mayStayUnknown ? Math.min(account.effects, usual.effects) : usual.effects;
    expect({ title, tooOften, statuses: account.statuses, effects: account.effects }).toEqual({
      title,
      tooOften: [],
      statuses: usual.statuses,
      effects,
    });
  }

  async function expectOneEnd(run: string): Promise<void> {
    await stage.arbiter.ended(run);
    const lines = await stage.arbiter.uiLog(run);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
    const types = lines.map(({ type }) => type);
    expect(types.filter((type) => type === 'rag.started' || type === 'rag.done')).toEqual(['rag.started', 'rag.done']);
    expect(types.at(-1)).toBe('rag.done');
  }
});
