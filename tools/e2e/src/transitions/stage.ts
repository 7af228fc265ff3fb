import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { TestSystem, eventually } from '../test-system';
import { accountOf, type Account } from './account';
import { orders } from './orders';
import { Play, type Order } from './play';
import { Processes } from './processes';
import { SCENARIOS, UNROUTABLE, shopOfScenarios, type Scenario } from './scenarios';
import { VendorGate } from './vendor-gate';

/** While one is started again the other goes on. */
const REPLICAS = { ingress: 2, router: 2, planner: 2, executor: 2, 'action-gateway': 2 } as const;
const NONE = { ingress: 0, router: 0, planner: 0, executor: 0, 'action-gateway': 0 } as const;

const REST_MILLISECONDS = 1_500;

export interface Performance {
  readonly scenario: Scenario;
  readonly play: Play;
  /** null: it went as it should */
  readonly outcome: Promise<unknown>;
}

/** A system whose deciding services can be killed at any append, and the plays in it. */
export class Stage {
  readonly performances: Performance[] = [];

  private constructor(
    readonly arbiter: TestSystem,
    readonly processes: Processes,
    private readonly gate: VendorGate,
    private readonly orderFor: (scenario: Scenario) => Order,
  ) {}

  static async open(): Promise<Stage> {
    const arbiter = await TestSystem.open({ processes: 'each', tenants: [shopOfScenarios()], replicas: NONE });
    await arbiter.pool.query(
      `alter table event add constraint unroutable check (not (type like 'arbiter.turn.routed.%' and stream_id like '%${UNROUTABLE}%'))`,
    );
    const gate = await VendorGate.before(arbiter.system.vendorUrl);
    const processes = await Processes.start(arbiter, REPLICAS, { ARBITER_SHOP_URL: gate.url });
    return new Stage(arbiter, processes, gate, await orders(arbiter.system.vendorUrl));
  }

  perform(scenario: Scenario): Performance {
    const session = scenario.title === 'says what cannot be recorded' ? `${UNROUTABLE}-${randomUUID()}` : undefined;
    const play = new Play(this.arbiter, this.processes.ingressUrls, this.gate, this.orderFor(scenario), session);
    const outcome = scenario.act(play).then(
      () => null,
      (error: unknown) => error ?? 'failed',
    );
    const performance = { scenario, play, outcome };
    this.performances.push(performance);
    return performance;
  }

  /** Every scenario once, undisturbed: the facts that each brings about. */
  async rehearse(): Promise<ReadonlyMap<Scenario, Account>> {
    const rehearsed = SCENARIOS.map((scenario) => this.perform(scenario));
    for (const { scenario, outcome } of rehearsed) {
      const failure = await outcome;
      if (failure !== null)
        throw new Error(`no process was killed, and "${scenario.title}" did not come to its end: ${String(failure)}`);
    }
    await this.atRest();
    return new Map(
      await Promise.all(
        rehearsed.map(async ({ scenario, play }) => [scenario, await accountOf(play, this.arbiter)] as const),
      ),
    );
  }

  /** Events that follow the end of a run, such as its thread's, are there as well: no fact is added for a while. */
  private async atRest(): Promise<void> {
    let before = -1;
    await eventually('nothing more to happen', async () => {
      const now = await this.arbiter.count('%');
      const isAtRest = now === before;
      before = now;
      await delay(REST_MILLISECONDS);
      return isAtRest;
    });
  }

  async close(): Promise<void> {
    await this.arbiter.close();
    await this.processes.close();
    await this.gate.close();
  }
}
