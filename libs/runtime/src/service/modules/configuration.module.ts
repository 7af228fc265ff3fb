import { Module, type DynamicModule } from '@nestjs/common';
import type { Configuration } from '../../configuration';
import { ServiceHost } from '../service-host';
import { CONFIGURATION, ENVIRONMENT } from './tokens';

/** The settings of a service, and the process that hosts it. */
@Module({})
export class ConfigurationModule {
  static forRoot(host: ServiceHost, configuration: Configuration): DynamicModule {
    return {
      module: ConfigurationModule,
      global: true,
      providers: [
        { provide: ServiceHost, useValue: host },
        { provide: ENVIRONMENT, useValue: host.environmentOf(configuration.app) },
        { provide: CONFIGURATION, useValue: configuration },
      ],
      exports: [ServiceHost, ENVIRONMENT, CONFIGURATION],
    };
  }
}
