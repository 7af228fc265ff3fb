import { Module, type DynamicModule, type OnApplicationBootstrap, type OnApplicationShutdown, Inject } from '@nestjs/common';
import type { App } from '@arbiter/contracts';
import type { ShellDefinition } from '../shell';
import { readConfiguration } from '../configuration';
import { ServiceCore } from './service-core';
import type { ServiceHost } from './service-host';
import { ShellService } from './shell-service';

export const SHELL_SERVICE = Symbol('shell service');

/** Starts the shell when the module stands and stops it before the connections go. */
class ShellLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(@Inject(ServiceCore) private readonly core: ServiceCore, @Inject(SHELL_SERVICE) private readonly service: ShellService<unknown>) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.service.start();
    this.core.announce();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.service.close();
    await this.core.close();
  }
}

/** The module of a deciding service: give it the app's name and how its definition is made from the core. */
@Module({})
export class ServiceModule {
  static forApp<State>(app: App, host: ServiceHost, define: (core: ServiceCore, shell: () => ShellService<State>['shell']) => ShellDefinition<State>): DynamicModule {
    return {
      module: ServiceModule,
      global: true,
      providers: [
        { provide: ServiceCore, useFactory: () => ServiceCore.open(readConfiguration(app, host.environmentOf(app)), host) },
        {
          provide: SHELL_SERVICE,
          inject: [ServiceCore],
          useFactory: (core: ServiceCore) => {
            const service: ShellService<State> = new ShellService(core, define(core, () => service.shell));
            return service;
          },
        },
        ShellLifecycle,
      ],
      exports: [ServiceCore, SHELL_SERVICE],
    };
  }
}
