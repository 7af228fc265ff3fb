import { Module, type DynamicModule, type Type } from '@nestjs/common';
import type { App } from '@arbiter/contracts';
import { readConfiguration } from '../configuration';
import { ConfigurationModule } from './modules/configuration.module';
import { ObservabilityModule } from './modules/observability.module';
import type { ServiceHost } from './service-host';

/** The module of an app, made once its environment is known. */
export type OwnModule = (environment: NodeJS.ProcessEnv) => Type | DynamicModule;

/** A service's own module, in the process that hosts it. */
@Module({})
export class ServiceModule {
  /** Throws, before anything is connected, a terminal error that names the variable which is wrong. */
  static forRoot(app: App, host: ServiceHost, own: OwnModule): DynamicModule {
    const environment = host.environmentOf(app);
    const configuration = ConfigurationModule.forRoot(host, readConfiguration(app, environment));
    return { module: ServiceModule, imports: [configuration, ObservabilityModule, own(environment)] };
  }
}
