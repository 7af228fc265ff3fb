import { Module, type DynamicModule, type ModuleMetadata, type Type } from '@nestjs/common';
import type { ShellDefinition } from '../../shell';
import { ShellService } from '../shell-service';
import { ShellServiceParts } from '../shell-service-parts';
import { ArtifactsModule } from './artifacts.module';
import { BrokerModule } from './broker.module';
import { DatabaseModule } from './database.module';
import { EventStoreModule } from './event-store.module';
import { HealthModule } from './health.module';
import { PartitionsModule } from './partitions.module';
import { PublishingModule } from './publishing.module';
import { SealingModule } from './sealing.module';
import { EVENT_CONSUMER, SHELL_DEFINITIONS } from './tokens';

/** Makes the definition of a shell from injected providers, which come from the app's own modules. */
export interface ShellFeature<Injected extends readonly unknown[]> {
  readonly imports?: ModuleMetadata['imports'];
  readonly inject: { readonly [I in keyof Injected]: Type<Injected[I]> | symbol };
  readonly useFactory: (...injected: Injected) => ShellDefinition<unknown>;
}

type AtLeastOne = readonly [readonly unknown[], ...(readonly unknown[])[]];

/** Deciders at work: on the service's events and their timers, with their effects. */
@Module({})
export class ShellModule {
  /** All deciders of the service, one a category of streams. */
  static forFeature<Injected extends AtLeastOne>(
    ...features: { readonly [F in keyof Injected]: ShellFeature<Injected[F]> }
  ): DynamicModule {
    const definitions = features.map(({ inject, useFactory }) => ({
      provide: Symbol('ShellDefinition'),
      inject: [...inject],
      useFactory,
    }));
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
        ...features.flatMap(({ imports = [] }) => imports),
      ],
      providers: [
        ...definitions,
        {
          provide: SHELL_DEFINITIONS,
          inject: definitions.map(({ provide }) => provide),
          useFactory: (...made: readonly ShellDefinition<unknown>[]) => made,
        },
        ShellServiceParts,
        {
          provide: EVENT_CONSUMER,
          inject: [ShellServiceParts],
          useFactory: (parts: ShellServiceParts) => new ShellService(parts),
        },
      ],
      exports: [EVENT_CONSUMER],
    };
  }
}
