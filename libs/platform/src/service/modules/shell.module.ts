import { Inject, Injectable, Module, type DynamicModule, type ModuleMetadata, type Type } from '@nestjs/common';
import { ArtifactRegistry } from '../../artifacts';
import { Publisher, Recovery, type Broker } from '../../bus';
import type { Database } from '../../database';
import { DatabaseClock, Dependencies } from '../../dependencies';
import { EventStore, Outbox } from '../../event-store';
import { Metrics, type Logger, type OnTrouble, type Tracing } from '../../observability';
import { Partitions } from '../../partitions';
import { Keyring } from '../../sealing';
import type { ShellDefinition } from '../../shell';
import { ServiceHost } from '../service-host';
import { ShellService } from '../shell-service';
import type { ShellServiceParts } from '../shell-service-parts';
import { ArtifactsModule } from './artifacts.module';
import { BrokerModule } from './broker.module';
import { DatabaseModule } from './database.module';
import { EventStoreModule } from './event-store.module';
import { HealthModule } from './health.module';
import { PartitionsModule } from './partitions.module';
import { PublishingModule } from './publishing.module';
import { SealingModule } from './sealing.module';
import { BROKER, DATABASE, EVENT_CONSUMER, LOGGER, ON_TROUBLE, TRACING } from './tokens';

const SHELL_DEFINITION = Symbol('ShellDefinition');

/** Makes the definition of a shell from injected providers, which come from the app's own modules. */
export interface ShellFeature<State, Injected extends readonly unknown[]> {
  readonly imports?: ModuleMetadata['imports'];
  readonly inject: { readonly [I in keyof Injected]: Type<Injected[I]> | symbol };
  readonly useFactory: (...injected: Injected) => ShellDefinition<State>;
}

@Injectable()
class InjectedParts<State> implements ShellServiceParts<State> {
  @Inject(SHELL_DEFINITION) readonly definition!: ShellDefinition<State>;
  @Inject(EventStore) readonly store!: EventStore;
  @Inject(DATABASE) readonly database!: Database;
  @Inject(Keyring) readonly keyring!: Keyring;
  @Inject(ArtifactRegistry) readonly artifacts!: ArtifactRegistry;
  @Inject(Publisher) readonly publisher!: Publisher;
  @Inject(Outbox) readonly outbox!: Outbox;
  @Inject(Recovery) readonly recovery!: Recovery;
  @Inject(BROKER) readonly broker!: Broker;
  @Inject(Dependencies) readonly dependencies!: Dependencies;
  @Inject(DatabaseClock) readonly clock!: DatabaseClock;
  @Inject(Metrics) readonly metrics!: Metrics;
  @Inject(TRACING) readonly tracing!: Tracing;
  @Inject(LOGGER) readonly logger!: Logger;
  @Inject(ON_TROUBLE) readonly onTrouble!: OnTrouble;
  @Inject(Partitions) readonly partitions!: Partitions;
  @Inject(ServiceHost) readonly host!: ServiceHost;
}

/** A decider at work: on the service's events and timers, with its effects. */
@Module({})
export class ShellModule {
  static forFeature<State, Injected extends readonly unknown[]>({
    imports = [],
    inject,
    useFactory,
  }: ShellFeature<State, Injected>): DynamicModule {
    return {
      module: ShellModule,
      imports: [
        DatabaseModule,
        BrokerModule,
        HealthModule,
        SealingModule,
        EventStoreModule,
        PublishingModule,
        PartitionsModule,
        ArtifactsModule,
        ...imports,
      ],
      providers: [
        {
          provide: SHELL_DEFINITION,
          inject: [...inject],
          useFactory,
        },
        InjectedParts,
        {
          provide: EVENT_CONSUMER,
          inject: [InjectedParts],
          useFactory: (parts: InjectedParts<State>) => new ShellService(parts),
        },
      ],
      exports: [EVENT_CONSUMER],
    };
  }
}
