import type { App } from '@arbiter/contracts';
import { ArtifactRegistry } from '../artifacts';
import { openBroker, Publisher, Recovery, type Broker, type Handover, type RepublicationProgress } from '../bus';
import { openDatabase, type Database } from '../database';
import { DatabaseClock, Dependencies, failureOf, type Outage } from '../dependencies';
import { EventStore, Outbox } from '../event-store';
import { openLogger, Metrics, openTracing, type Health, type Logger, type Tracing } from '../observability';
import { subscribeToErasures, Keyring } from '../sealing';
import type { Configuration } from '../configuration';
import { DependencyProbes } from './dependency-probes';
import type { ServiceHost } from './service-host';

/** A statement that takes longer says that Postgres is frozen, or that something else is wrong; milliseconds. */
const SERVICE_TIMEOUTS = { query: 20_000, connect: 5_000 };

/** What every service stands on: its connections and what is built on them. Opened in order, closed in reverse. */
export class ServiceCore {
  readonly health: Health;

  // oxlint-disable-next-line max-params -- what a service stands on, each part by its name
  private constructor(
    readonly app: App,
    readonly configuration: Configuration,
    readonly logger: Logger,
    readonly metrics: Metrics,
    readonly tracing: Tracing,
    readonly database: Database,
    readonly broker: Broker,
    readonly keyring: Keyring,
    readonly store: EventStore,
    readonly outbox: Outbox,
    readonly publisher: Publisher,
    readonly artifacts: ArtifactRegistry,
    readonly recovery: Recovery,
    readonly dependencies: Dependencies,
    readonly clock: DatabaseClock,
    readonly environment: NodeJS.ProcessEnv,
    readonly handover: Handover | null,
    private readonly probes: DependencyProbes,
  ) {
    this.health = { started: false, ready: false, outages: () => dependencies.outages };
  }

  /** Waits for Postgres, its schema and the keys; the process answers probes meanwhile. */
  static async open(configuration: Configuration, host: ServiceHost): Promise<ServiceCore> {
    const { app, instance } = configuration;
    const logger = openLogger(app, configuration.logLevel);
    const metrics = new Metrics(app);
    const database = openDatabase(
      configuration.postgresUrl,
      `arbiter-${app}`,
      configuration.postgresConnections,
      SERVICE_TIMEOUTS,
    );
    const broker = await openBroker({
      url: configuration.natsUrl,
      user: configuration.natsUser,
      password: configuration.natsPassword,
      name: instance,
      inbox: app,
    });
    const keyring = new Keyring(database, configuration.masterKeys);
    const store = new EventStore(database, keyring, app);
    const outbox = new Outbox(database, app);
    const publisher = new Publisher(broker, host.handover);
    const dependencies = new Dependencies((outage, isBack) => tellOfOutage(logger, metrics, outage, isBack));
    const onTrouble = troubleTeller(logger, metrics);
    const clock = new DatabaseClock();
    const probes = new DependencyProbes({
      dependencies,
      database,
      broker,
      keyring,
      clock,
      app,
      instance,
      work: () => publisher.times,
      alarm: host.alarm,
      lookers: host.services,
    });
    subscribeToErasures(broker.connection, keyring, onTrouble);
    const recovery = new Recovery({
      broker,
      database,
      outbox,
      publisher,
      app,
      onTrouble,
      instance: configuration.instance,
      onProgress: (progress) => tellOfProgress(logger, metrics, progress),
      onWaiting: (durable) => logger.warn({ durable }, 'waiting for telemetry to make a durable'),
    });
    const artifacts = new ArtifactRegistry(database, store);
    const core = new ServiceCore(
      app,
      configuration,
      logger,
      metrics,
      openTracing(app, configuration.otlpEndpoint, logger),
      database,
      broker,
      keyring,
      store,
      outbox,
      publisher,
      artifacts,
      recovery,
      dependencies,
      clock,
      host.environmentOf(app),
      host.handover,
      probes,
    );
    host.admin.add(core.health, metrics.registry);
    await core.untilStoreUp();
    return core;
  }

  /** Tells of a failure that was survived. */
  readonly onTrouble = (error: unknown): void => troubleTeller(this.logger, this.metrics)(error);

  private async untilStoreUp(): Promise<void> {
    await this.probes.start();
    await this.dependencies.untilStoreUp(new AbortController().signal);
  }

  /** Takes work from now on. */
  announce(): void {
    this.health.started = this.health.ready = true;
    this.metrics.ready.set(1);
    this.logger.info('ready');
  }

  async close(): Promise<void> {
    await this.probes.close();
    this.dependencies.close();
    await this.outbox.close();
    await this.broker.close();
    await this.database.close();
    await this.tracing.close().catch(() => undefined);
  }
}

/** One line for each survived failure, and a count by cause; what all callers wait for together is told once, by its outage. */
function troubleTeller(logger: Logger, metrics: Metrics): (error: unknown) => void {
  return (error) => {
    const { kind, cause } = failureOf(error);
    metrics.trouble(cause);
    logger[kind === 'outage' ? 'debug' : 'warn']({ err: error, cause }, `survived: ${cause.replaceAll('_', ' ')}`);
  };
}

function tellOfProgress(logger: Logger, metrics: Metrics, progress: RepublicationProgress): void {
  metrics.republished(progress.facts);
  logger.info(progress, progress.backTo ? 'facts are published again' : 'all facts are published again');
}

function tellOfOutage(logger: Logger, metrics: Metrics, { part, detail, since }: Outage, isBack: boolean): void {
  metrics.dependency(part, isBack);
  if (isBack) logger.info({ part, seconds: (Date.now() - since) / 1_000 }, `${part} is back`);
  else logger.warn({ part, detail }, `${part} is away; what needs it waits`);
}
