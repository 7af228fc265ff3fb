import type { App, EventName } from '@arbiter/contracts';
import { accountOf, type Account } from './transitions/account';
import { DECIDED } from './transitions/decided-events';
import type { Scenario } from './transitions/scenarios';
import { Stage, type Performance } from './transitions/stage';
import { Trap, type Point } from './transitions/trap';

/** Asked or sent again when whoever waited for the answer is gone, and looked at again by time: as often as need be. */
const REPEATED: readonly EventName[] = [
  'intent.requested',
  'intent.proposed',
  'run.watched',
  'action.queued',
  'action.dispatched',
  'action.retry_scheduled',
];
/** What comes to its end only after its run was given up is told to its topic once more. */
const TOLD_LATER: readonly EventName[] = ['thread.followed'];
const ATTEMPTS = 3;
const PATIENCE_MILLISECONDS = 300_000;

describe('a service killed (EVL-08, AP-04)', () => {
  let stage: Stage;
  let rehearsed: ReadonlyMap<Scenario, Account>;
  /** where somebody was killed: the point and the event */
  const killed = new Set<string>();
  const neverWritten: string[] = [];

  beforeAll(async () => {
    stage = await Stage.open();
    rehearsed = await stage.rehearse();
  }, PATIENCE_MILLISECONDS);
  afterAll(() => stage?.close());

  const scenarioOf = (event: EventName): Scenario => {
    const found = [...rehearsed].find(([, { events }]) => events.has(event));
    if (!found) throw new Error(`no scenario brings about ${event}: add one to transitions/scenarios.ts`);
    return found[0];
  };

  const written = async (ids: readonly string[]): Promise<number> => {
    const { rows } = await stage.arbiter.pool.query<{ count: number }>(
      'select count(*)::int as count from event where id = any($1::uuid[])',
      [ids],
    );
    return rows[0]!.count;
  };

  /** An append often holds several facts: one kill is a kill at each of them. */
  async function killAt(app: App, event: EventName, point: Point): Promise<void> {
    if (killed.has(`${point} ${event}`)) return;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) if (await isKilledAt(app, event, point)) return;
    throw new Error(`${ATTEMPTS} appends of ${event} in a row lost to another replica's`);
  }

  /** False when the append that was held had lost to another replica's: on a busy machine both may have been handed a message. */
  async function isKilledAt(app: App, event: EventName, point: Point): Promise<boolean> {
    const scenario = scenarioOf(event);
    const trap = new Trap(event);
    const held = stage.processes.heldAt(app, trap, point);
    stage.perform(scenario);
    const victim = await held;
    const facts = await written(trap.ids);
    await stage.processes.kill(victim);
    if (point === 'before') {
      expect(facts).toBe(0);
      neverWritten.push(...trap.ids);
    } else if (facts === 0) return false;
    for (const name of trap.events) killed.add(`${point} ${name}`);
    return true;
  }

  it.each(DECIDED)(
    '$app before its append of $event',
    ({ app, event }) => killAt(app, event, 'before'),
    PATIENCE_MILLISECONDS,
  );
  it.each(DECIDED)(
    '$app after its append of $event and before its publish',
    ({ app, event }) => killAt(app, event, 'after'),
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
      expect(await written(neverWritten)).toBe(0);
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
