import type { App, EventName } from '@arbiter/contracts';
import { FaultProxy, type Marker } from './fault-proxy';
import { WRITTEN_AND_UNDONE, statusesOf, studioWithLetters } from './letters';
import { TestSystem, eventually } from './test-system';
import { runTool } from './tool';

const DATABASE = 'ARBITER_POSTGRES_URL';

/** What each service records of an undo, and a text that no other fact of its kind has. */
const RECORDED: readonly (readonly [App, EventName, string])[] = [
  ['executor', 'action.requested', '.undo'],
  ['action-gateway', 'action.dispatched', '.undo'],
  ['action-gateway', 'action.succeeded', '.undo'],
  ['executor', 'step.completed', 'compensated'],
];

const appendOf =
  (event: EventName, text: string): Marker =>
  (bytes) =>
    bytes.includes('append') && bytes.includes(`arbiter.${event}.v`) && bytes.includes(text);

describe('a service killed while something is undone', () => {
  let arbiter: TestSystem;
  const proxies = new Map<App, FaultProxy>();

  beforeAll(async () => {
    arbiter = await TestSystem.open({
      processes: 'each',
      tenants: [studioWithLetters().folder],
      environment: { ARBITER_TENANT: 'studio' },
    });
    for (const app of ['executor', 'action-gateway'] as const) {
      proxies.set(app, await FaultProxy.before(arbiter.system.environmentOf(app)[DATABASE]!));
      await arbiter.system.stopApp(app);
      await start(app);
    }
  });
  afterAll(async () => {
    await arbiter?.close();
    await Promise.all([...proxies.values()].map((proxy) => proxy.close()));
  });

  async function start(app: App): Promise<void> {
    const url = proxies.get(app)!.urlFor(arbiter.system.environmentOf(app)[DATABASE]!);
    await arbiter.system.startApp(app, 0, { [DATABASE]: url });
  }

  async function killed(app: App, hold: (proxy: FaultProxy) => void): Promise<void> {
    const proxy = proxies.get(app)!;
    const before = (await arbiter.ledger()).length;
    hold(proxy);
    const requestId = await arbiter.submit('refused_letter', {}, 'owner');
    await eventually(`${app} to write`, async () => proxy.holding > 0);
    await arbiter.system.kill(app);
    proxy.drop();
    await start(app);
    const run = await arbiter.ended(requestId);
    expect([run['status'], ...statusesOf(run)]).toEqual(['error', 'compensated', 'failed']);
    expect((await arbiter.ledger()).slice(before).map(({ route }) => route)).toEqual(WRITTEN_AND_UNDONE);
  }

  it.each(RECORDED)('%s before its %s: it is undone once (SG-05)', (app, event, text) =>
    killed(app, (proxy) => proxy.holdFrom(appendOf(event, text))),
  );

  it.each(RECORDED)('%s after its %s: it is undone once (SG-05)', (app, event, text) =>
    killed(app, (proxy) => proxy.holdAnswerTo(appendOf(event, text))),
  );

  it('is decided the same when it is replayed (RT-16)', async () => {
    expect(await runTool(arbiter, 'main', '--all', '--verify')).toMatchObject({ code: 0, errors: '' });
  });
});
