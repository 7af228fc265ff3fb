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
import { EVENT_CONSUMER, SHELL_DEFINITION } from './tokens';

/** Makes the definition of a shell from injected providers, which come from the app's own modules. */
export interface ShellFeature<State, Injected extends readonly unknown[]> {
  readonly imports?: ModuleMetadata['imports'];
  readonly inject: { readonly [I in keyof Injected]: Type<Injected[I]> | symbol };
  readonly useFactory: (...injected: Injected) => ShellDefinition<State>;
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
        ShellServiceParts,
        {
          provide: EVENT_CONSUMER,
          inject: [ShellServiceParts],
          useFactory: (parts: ShellServiceParts<State>) => new ShellService(parts),
        },
      ],
      exports: [EVENT_CONSUMER],
    };
  }
}
