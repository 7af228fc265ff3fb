import { join } from 'node:path';
import type { ServiceProcess } from '../process/service-process';
import type { Supervisor } from '../supervision/supervisor';
import { ProcessGroup } from './process-group';
import { vendorEnvironment, type ServiceEnvironment } from './environment';
import { ROOT } from './root';

const NAME = 'sandbox vendor';

/** The demo's outside world. */
export class Vendor {
  process: ServiceProcess | null = null;
  private readonly group = new ProcessGroup();

  constructor(
    private readonly surroundings: ServiceEnvironment,
    private readonly supervisor: Supervisor | null,
  ) {}

  async start(): Promise<void> {
    const { options } = this.surroundings;
    const { process } = await this.group.start({
      name: 'sandbox-vendor',
      script: join(ROOT, 'tools/dev/sandbox-vendor/dist/main.js'),
      dataFolder: options.dataFolder,
      environment: vendorEnvironment(this.surroundings),
    });
    this.process = process;
    process.onDeath((death) => this.supervisor?.died({ name: NAME, start: () => this.start() }, death));
  }

  stop(): Promise<void> {
    return this.group.stop();
  }
}
