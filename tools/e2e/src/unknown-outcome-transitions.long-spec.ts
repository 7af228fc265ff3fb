import type { OutcomePage, OutcomeView, SessionPage } from '@arbiter/contracts';
import { impatientShop } from './altered-shop';
import { TestSystem, eventually } from './test-system';
import { runTool } from './tool';
import { OF_UNKNOWN_OUTCOMES } from './transitions/decided-events';
import { Kills } from './transitions/kills';
import { Processes } from './transitions/processes';

const REPLICAS = { ingress: 2, 'action-gateway': 2 } as const;
const NONE = { ingress: 0, 'action-gateway': 0 } as const;
const PATIENCE_MILLISECONDS = 300_000;
const USER = 'C-0001';
const TOLD = 'I know now what became of your earlier request:\n✗ Open a ticket';

interface Play {
  readonly sessionId: string;
  readonly ended: Promise<OutcomeView>;
}

describe('a service killed while an unknown outcome becomes known (EVL-08, EX-26)', () => {
  let arbiter: TestSystem;
  let processes: Processes;
  let kills: Kills;
  const plays: Play[] = [];

  beforeAll(async () => {
    arbiter = await TestSystem.open({ processes: 'each', tenants: [impatientShop], replicas: NONE });
    processes = await Processes.start(arbiter, REPLICAS, {});
    kills = new Kills(arbiter, processes, () => play().ended);
  }, PATIENCE_MILLISECONDS);
  afterAll(async () => {
    await arbiter?.close();
    await processes?.close();
  });

  /**
   * A ticket that the vendor loses and never speaks of: it is looked up, then a person says that it was not opened. It
   * is asked for once the one before is settled, because the vendor answers its first probe only.
   */
  function play(): Play {
    const { sessionId } = arbiter.chat(USER);
    const ended = Promise.allSettled([plays.at(-1)?.ended]).then(() => settled(sessionId));
    ended.catch(() => undefined);
    const begun = { sessionId, ended };
    plays.push(begun);
    return begun;
  }

  async function settled(sessionId: string): Promise<OutcomeView> {
    await processes.settled();
    await arbiter.faults([
      { route: 'POST /tickets', kind: 'reset_before_effect' },
      { route: 'GET /tickets', kind: '500', after: 1 },
    ]);
    const chat = arbiter.chat(USER, sessionId);
    await chat.say('open a ticket');
    const { requestId } = await chat.say('My teapot leaks and the lid is cracked');
    const { id } = await eventually('the outcome to be listed', async () =>
      (await left()).find(({ runId }) => runId === requestId),
    );
    await eventually('it to be the task of a person', async () => {
      await arbiter.pool.query("update due set due_at = now() where key = 'look'");
      return (await outcome(id))?.status === 'open';
    });
    await eventually('it to be settled by a person', () => asked(`/api/outcomes/${id}`, { outcome: 'not_done' }));
    return eventually('it to be settled', async () => {
      const view = await outcome(id);
      return view?.status === 'settled' ? view : null;
    });
  }

  /** One of the processes may just be held, or starting again. Null when none answers well. */
  async function asked(path: string, body?: object): Promise<Response | null> {
    for (const url of processes.ingressUrls) {
      const response = await fetch(`${url}${path}`, {
        ...(body && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
        signal: AbortSignal.timeout(5_000),
      }).catch(() => null);
      if (response?.ok) return response;
    }
    return null;
  }
  const read = async <View>(path: string): Promise<View | null> => ((await asked(path))?.json() ?? null) as View | null;
  const outcome = (id: string) => read<OutcomeView>(`/api/outcomes/${id}`);
  const left = async () => (await read<OutcomePage>('/api/outcomes'))?.outcomes ?? [];
  const repliesOf = async (sessionId: string) =>
    (await read<SessionPage>(`/api/sessions/${sessionId}/messages?userId=${USER}`))?.runs.map(({ reply }) => reply) ??
    [];

  it.each(OF_UNKNOWN_OUTCOMES)(
    '$app before its append of $event, and after it and before its publish',
    ({ app, event }) => kills.at(app, event),
    PATIENCE_MILLISECONDS,
  );

  it(
    'loses nothing, settles each once, and tells each person once',
    async () => {
      await processes.settled();
      for (const { sessionId, ended } of plays) {
        const { id, outcome: became } = await ended;
        expect(became).toBe('not_done');
        await eventually('the person to be told', async () =>
          (await repliesOf(sessionId)).some((reply) => reply?.startsWith(TOLD)),
        );
        expect((await repliesOf(sessionId)).filter((reply) => reply?.startsWith(TOLD))).toHaveLength(1);
        for (const event of ['action.unknown', 'action.escalated', 'action.settlement_received', 'action.settled'])
          expect({ event, times: await arbiter.count(event, id) }).toEqual({ event, times: 1 });
      }
      expect(await kills.writtenByDead()).toBe(0);
    },
    PATIENCE_MILLISECONDS,
  );

  it('is decided the same when it is replayed (RT-16)', async () => {
    expect(await runTool(arbiter, 'main', '--all', '--verify')).toMatchObject({ code: 0, errors: '' });
  });
});
