import { Module, type DynamicModule } from '@nestjs/common';
import type { IngressConfiguration } from './configuration';

/** An IngressConfiguration. */
export const INGRESS_CONFIGURATION = Symbol('IngressConfiguration');

/** The settings of ingress beyond those of every service. */
@Module({})
export class EdgeConfigurationModule {
  static forRoot(configuration: IngressConfiguration): DynamicModule {
    return {
      module: EdgeConfigurationModule,
      global: true,
      providers: [{ provide: INGRESS_CONFIGURATION, useValue: configuration }],
      exports: [INGRESS_CONFIGURATION],
    };
  }
}
