import { DatabaseClock, Dependencies } from '@arbiter/resilience';
import {
  DATABASE,
  DatabaseModule,
  EventStoreModule,
  HealthModule,
  Metrics,
  ON_TROUBLE,
  Publisher,
  PublishingModule,
  SealingModule,
  TRACING,
  type OnTrouble,
  type Tracing,
} from '@arbiter/runtime';
import { EventStore, Keyring, Outbox, type Database } from '@arbiter/store';
import { Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { IngressConfiguration } from './configuration';
import { INGRESS_CONFIGURATION } from './edge-configuration.module';
import { RateLimit } from './http/rate-limit';
import { Intake } from './intake/intake';
import { RunDirectory } from './intake/run-directory';
import { Reception } from './reception';
import { UiStream } from './views/ui-stream';
import { ViewsModule } from './views.module';

@Injectable()
class IntakeParts {
  @Inject(EventStore) readonly store!: EventStore;
  @Inject(Keyring) readonly keyring!: Keyring;
  @Inject(Publisher) readonly publisher!: Publisher;
  @Inject(Outbox) readonly outbox!: Outbox;
  @Inject(Metrics) readonly metrics!: Metrics;
  @Inject(ON_TROUBLE) readonly onTrouble!: OnTrouble;
  @Inject(Dependencies) readonly dependencies!: Dependencies;
  @Inject(RunDirectory) readonly runs!: RunDirectory;
  @Inject(DatabaseClock) readonly clock!: DatabaseClock;
  @Inject(TRACING) readonly tracing!: Tracing;
}

/** Takes in requests and messages, whichever way they came. */
@Module({
  imports: [DatabaseModule, HealthModule, SealingModule, EventStoreModule, PublishingModule, ViewsModule],
  providers: [
    IntakeParts,
    { provide: RunDirectory, inject: [DATABASE], useFactory: (database: Database) => new RunDirectory(database) },
    {
      provide: Intake,
      inject: [IntakeParts],
      useFactory: ({ tracing, ...parts }: IntakeParts) => new Intake({ ...parts, app: 'ingress', trace: tracing.open }),
    },
    {
      provide: RateLimit,
      inject: [INGRESS_CONFIGURATION, ON_TROUBLE],
      useFactory: ({ ratePerMinute, redisUrl }: IngressConfiguration, onTrouble: OnTrouble) =>
        new RateLimit(ratePerMinute, redisUrl, onTrouble),
    },
    {
      provide: Reception,
      inject: [Intake, RateLimit, UiStream, Dependencies],
      useFactory: (intake: Intake, limit: RateLimit, ui: UiStream, dependencies: Dependencies) =>
        new Reception(intake, limit, ui, dependencies),
    },
  ],
  exports: [Reception, RunDirectory],
})
export class ReceptionModule implements OnApplicationShutdown {
  constructor(
    @Inject(Intake) private readonly intake: Intake,
    @Inject(RateLimit) private readonly limit: RateLimit,
  ) {}

  /** Every request is answered by then. */
  async onApplicationShutdown(): Promise<void> {
    await this.intake.close();
    this.limit.close();
  }
}
