import { Module, type DynamicModule, type Type, type OnApplicationShutdown, Inject } from '@nestjs/common';
import type { App } from '@arbiter/contracts';
import { readConfiguration } from '../configuration';
import type { Shell, ShellDefinition } from '../shell';
import { ServiceCore } from './service-core';
import type { ServiceHost } from './service-host';
import { ShellService } from './shell-service';

export const SHELL_SERVICE = Symbol('shell service');

/** The connections go last: the strategy has closed the shell before. */
class CoreLifecycle implements OnApplicationShutdown {
  constructor(@Inject(ServiceCore) private readonly core: ServiceCore) {}

  onApplicationShutdown(): Promise<void> {
    return this.core.close();
  }
}

/** What a definition is made from, besides providers of its own. */
export interface ServiceParts<State> {
  readonly core: ServiceCore;
  /** to be called once the service runs */
  readonly shell: () => Shell<State>;
}

/** The module of a deciding service: its name, and how its definition is made from the core and from global providers of its own. */
@Module({})
export class ServiceModule {
  static forApp<State, Own extends readonly unknown[]>(
    app: App,
    host: ServiceHost,
    define: (parts: ServiceParts<State>, ...own: Own) => ShellDefinition<State>,
    inject: { readonly [I in keyof Own]: Type<Own[I]> },
  ): DynamicModule {
    return {
      module: ServiceModule,
      global: true,
      providers: [
        {
          provide: ServiceCore,
          useFactory: () => ServiceCore.open(readConfiguration(app, host.environmentOf(app)), host),
        },
        {
          provide: SHELL_SERVICE,
          inject: [ServiceCore, ...inject],
          useFactory: (core: ServiceCore, ...own: unknown[]) => {
            const service: ShellService<State> = new ShellService(
              core,
              define({ core, shell: () => service.shell }, ...(own as unknown as Own)),
            );
            return service;
          },
        },
        CoreLifecycle,
      ],
      exports: [ServiceCore, SHELL_SERVICE],
    };
  }
}
