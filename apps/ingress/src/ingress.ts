import { ServiceCore, StreamPlaces, type EventConsumer, type ServiceHost } from '@arbiter/platform';
import { Gauge } from 'prom-client';
import { Intake } from './intake/intake';
import { RateLimit } from './http/rate-limit';
import { RunDirectory } from './intake/run-directory';
import { Approvals } from './views/approvals';
import { PlaybookRuns } from './views/playbook-runs';
import { PlaybookVerdicts } from './views/playbook-verdicts';
import { SessionDirectory } from './views/session-directory';
import { SessionHistory } from './views/session-history';
import { ShownPeriod } from './views/shown-period';
import { UiStream } from './views/ui-stream';
import { readIngressConfiguration, type IngressConfiguration } from './configuration';
import { checkTenants } from './known-tenants';
import { IngressEvents } from './ingress-events';
import { onInboundMessage } from './on-inbound-message';
import { Reception } from './reception';
import { WhoIsAsking } from './who-is-asking';

/** Everything ingress works with, opened in order and closed in reverse. It decides nothing. */
export class Ingress {
  readonly intake: Intake;
  readonly reception: Reception;
  readonly runs: RunDirectory;
  readonly ui: UiStream;
  readonly history: SessionHistory;
  readonly sessions: SessionDirectory;
  readonly playbookRuns: PlaybookRuns;
  readonly approvals: Approvals;
  readonly playbookVerdicts: PlaybookVerdicts;
  readonly limit: RateLimit;
  readonly who: WhoIsAsking;
  readonly places: StreamPlaces;
  readonly events: EventConsumer<void>;

  private constructor(
    readonly core: ServiceCore,
    readonly configuration: IngressConfiguration,
  ) {
    const {
      app,
      store,
      keyring,
      publisher,
      outbox,
      metrics,
      onTrouble,
      database,
      broker,
      tracing,
      dependencies,
      artifacts,
      clock,
    } = core;
    this.runs = new RunDirectory(database);
    this.intake = new Intake({
      app,
      store,
      keyring,
      publisher,
      outbox,
      metrics,
      onTrouble,
      dependencies,
      runs: this.runs,
      trace: tracing.open,
      clock,
    });
    const ui = new UiStream(
      { connection: broker.connection, lines: core.handover?.lines ?? null, onTrouble },
      database,
      keyring,
    );
    this.ui = ui;
    const period = new ShownPeriod(artifacts);
    this.history = new SessionHistory(database, store, ui.log, period);
    this.sessions = new SessionDirectory(database, ui.log, period);
    this.playbookRuns = new PlaybookRuns(database);
    this.approvals = new Approvals(database, store);
    this.playbookVerdicts = new PlaybookVerdicts(database);
    this.limit = new RateLimit(configuration.ratePerMinute, configuration.redisUrl, onTrouble);
    this.who = new WhoIsAsking(core, core.environment);
    this.places = new StreamPlaces(configuration.streamsPerClient);
    this.reception = new Reception(this.intake, this.limit, ui, core.dependencies);
    this.events = new IngressEvents(core, () => onInboundMessage(this));
    metrics.registry.registerMetric(
      new Gauge({
        name: 'arbiter_ui_clients',
        help: "Clients that are being fed a run's events",
        registers: [],
        collect() {
          this.set(ui.size);
        },
      }),
    );
  }

  /** Reads the environment and connects. Throws a terminal error that names the variable when one is wrong. */
  static async open(host: ServiceHost): Promise<Ingress> {
    const configuration = readIngressConfiguration(host.environmentOf('ingress'));
    const core = await ServiceCore.open(configuration, host);
    try {
      await checkTenants(core.database, configuration.apiKeys);
      return new Ingress(core, configuration);
    } catch (error) {
      await core.close();
      throw error;
    }
  }

  /** Takes no further message and ends the streams; `drain` finishes the requests that are being answered. */
  async close(drain: () => Promise<void>): Promise<void> {
    this.core.health.ready = false;
    await this.events.close();
    this.ui.close();
    await drain();
    await this.intake.close();
    this.limit.close();
    await this.core.recovery.close();
    await this.core.close();
  }
}
