import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ServiceCore, announceReady, readConfiguration } from '@arbiter/platform';
import { readOptions } from './options';
import { Telemetry } from './telemetry';

/** The service as a process: opens and closes in the one right order. */
@Module({
  providers: [
    { provide: ServiceCore, useFactory: () => ServiceCore.open(readConfiguration('telemetry', process.env)) },
    { provide: Telemetry, inject: [ServiceCore], useFactory: (core: ServiceCore) => new Telemetry(core, readOptions(process.env)) },
  ],
})
export class AppModule implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(@Inject(ServiceCore) private readonly core: ServiceCore, @Inject(Telemetry) private readonly telemetry: Telemetry) {}

  async onApplicationBootstrap(): Promise<void> {
    this.telemetry.start();
    announceReady({ adminPort: await this.core.announce() });
  }

  async onApplicationShutdown(): Promise<void> {
    this.core.health.ready = false;
    await this.telemetry.close();
    await this.core.close();
  }
}
