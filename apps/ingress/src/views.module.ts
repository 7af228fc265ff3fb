import { ArtifactRegistry } from '@arbiter/artifacts';
import {
  ArtifactsModule,
  BROKER,
  BrokerModule,
  DATABASE,
  DatabaseModule,
  EventStoreModule,
  Metrics,
  ON_TROUBLE,
  SealingModule,
  ServiceHost,
  StreamPlaces,
  type Broker,
  type OnTrouble,
} from '@arbiter/runtime';
import { EventStore, Keyring, type Database } from '@arbiter/store';
import { Inject, Module, type OnModuleDestroy } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { IngressConfiguration } from './configuration';
import { INGRESS_CONFIGURATION } from './edge-configuration.module';
import { Approvals } from './views/approvals';
import { UnknownOutcomes } from './views/unknown-outcomes';
import { PlaybookRuns } from './views/playbook-runs';
import { PlaybookVerdicts } from './views/playbook-verdicts';
import { SessionDirectory } from './views/session-directory';
import { SessionHistory } from './views/session-history';
import { SessionThreads } from './views/session-threads';
import { ShownPeriod } from './views/shown-period';
import { Traces } from './views/traces';
import { UiStream } from './views/ui-stream';

/** The views for callers. */
@Module({
  imports: [DatabaseModule, BrokerModule, SealingModule, EventStoreModule, ArtifactsModule],
  providers: [
    {
      provide: UiStream,
      inject: [BROKER, DATABASE, Keyring, ServiceHost, ON_TROUBLE],
      useFactory: (
        { connection }: Broker,
        database: Database,
        keyring: Keyring,
        { handover }: ServiceHost,
        onTrouble: OnTrouble,
      ) => new UiStream({ connection, lines: handover?.lines ?? null, onTrouble }, database, keyring),
    },
    {
      provide: ShownPeriod,
      inject: [ArtifactRegistry],
      useFactory: (artifacts: ArtifactRegistry) => new ShownPeriod(artifacts),
    },
    {
      provide: SessionHistory,
      inject: [DATABASE, EventStore, UiStream, ShownPeriod],
      useFactory: (database: Database, store: EventStore, { log }: UiStream, period: ShownPeriod) =>
        new SessionHistory(database, store, log, period),
    },
    {
      provide: SessionDirectory,
      inject: [DATABASE, UiStream, ShownPeriod],
      useFactory: (database: Database, { log }: UiStream, period: ShownPeriod) =>
        new SessionDirectory(database, log, period),
    },
    {
      provide: SessionThreads,
      inject: [DATABASE, ArtifactRegistry],
      useFactory: (database: Database, artifacts: ArtifactRegistry) => new SessionThreads(database, artifacts),
    },
    { provide: PlaybookRuns, inject: [DATABASE], useFactory: (database: Database) => new PlaybookRuns(database) },
    {
      provide: PlaybookVerdicts,
      inject: [DATABASE],
      useFactory: (database: Database) => new PlaybookVerdicts(database),
    },
    {
      provide: Approvals,
      inject: [DATABASE, EventStore],
      useFactory: (database: Database, store: EventStore) => new Approvals(database, store),
    },
    {
      provide: UnknownOutcomes,
      inject: [DATABASE, EventStore],
      useFactory: (database: Database, store: EventStore) => new UnknownOutcomes(database, store),
    },
    {
      provide: Traces,
      inject: [DATABASE, ShownPeriod],
      useFactory: (database: Database, period: ShownPeriod) => new Traces(database, period),
    },
    {
      provide: StreamPlaces,
      inject: [INGRESS_CONFIGURATION],
      useFactory: ({ streamsPerClient }: IngressConfiguration) => new StreamPlaces(streamsPerClient),
    },
  ],
  exports: [
    UiStream,
    SessionHistory,
    SessionDirectory,
    SessionThreads,
    PlaybookRuns,
    PlaybookVerdicts,
    Approvals,
    UnknownOutcomes,
    Traces,
    StreamPlaces,
  ],
})
export class ViewsModule implements OnModuleDestroy {
  constructor(
    @Inject(UiStream) private readonly ui: UiStream,
    @Inject(Metrics) { registry }: Metrics,
  ) {
    registry.registerMetric(
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

  /** Streams end before the requests that are being answered are waited for. */
  onModuleDestroy(): void {
    this.ui.close();
  }
}
