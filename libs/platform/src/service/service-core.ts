import type { App } from '@arbiter/contracts';
import { openBroker, type Broker } from '../bus/broker';
import { Publisher } from '../bus/publisher';
import { Recovery } from '../bus/recovery';
import { ArtifactRegistry } from '../artifacts/registry';
import { openDatabase, type Database } from '../event-store/database';
import { EventStore } from '../event-store/event-store';
import { Outbox } from '../event-store/outbox';
import { AdminServer, type Health } from '../observability/admin-server';
import { openLogger, type Logger } from '../observability/logging';
import { Metrics } from '../observability/metrics';
import { openTracing, type Tracing } from '../observability/tracing';
import { heedErasures } from '../sealing/erasure-notice';
import { Keyring } from '../sealing/keyring';
import type { Configuration } from './configuration';

/** What every service stands on: its connections and what is built on them. Opened in order, closed in reverse. */
export class ServiceCore {
  readonly health: Health = { started: false, ready: false };
  readonly admin: AdminServer;

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
  ) {
    this.admin = new AdminServer(metrics.registry, this.health);
  }

  static async open(configuration: Configuration): Promise<ServiceCore> {
    const { app } = configuration;
    const logger = openLogger(app, configuration.logLevel);
    const metrics = new Metrics(app);
    const database = openDatabase(configuration.postgresUrl, `arbiter-${app}`, configuration.postgresConnections);
    const broker = await openBroker({ url: configuration.natsUrl, user: configuration.natsUser, password: configuration.natsPassword, name: configuration.instance, inbox: app });
    const keyring = new Keyring(database, configuration.masterKeys);
    const store = new EventStore(database, keyring, app);
    const outbox = new Outbox(database, app);
    const publisher = new Publisher(broker);
    const onTrouble = troubleTeller(logger, metrics);
    heedErasures(broker.connection, keyring, onTrouble);
    const recovery = new Recovery({
      broker, database, outbox, publisher, app, onTrouble,
      instance: configuration.instance,
      onProgress: (progress) => {
        metrics.republished(progress.facts);
        logger.info(progress, progress.backTo ? 'facts are published again' : 'all facts are published again');
      },
      onWaiting: (durable) => logger.warn({ durable }, 'waiting for telemetry to make a durable'),
    });
    const artifacts = new ArtifactRegistry(database, store);
    return new ServiceCore(app, configuration, logger, metrics, openTracing(app, configuration.otlpEndpoint, logger), database, broker, keyring, store,
      outbox, publisher, artifacts, recovery);
  }

  /** Tells of a failure that was survived. */
  readonly onTrouble = (error: unknown): void => troubleTeller(this.logger, this.metrics)(error);

  /** Takes work from now on; answers the probes. Returns the admin port. */
  async announce(): Promise<number> {
    const port = await this.admin.listen(this.configuration.adminPort, this.configuration.adminHost);
    this.health.started = this.health.ready = true;
    this.metrics.ready.set(1);
    this.logger.info({ adminPort: port }, 'ready');
    return port;
  }

  async close(): Promise<void> {
    await this.outbox.close();
    await this.broker.close();
    await this.database.close();
    await this.tracing.close().catch(() => undefined);
    await this.admin.close();
  }
}

function troubleTeller(logger: Logger, metrics: Metrics): (error: unknown) => void {
  return (error) => {
    metrics.trouble();
    logger.warn({ err: error }, 'trouble survived');
  };
}
