import 'reflect-metadata';
import { bringSha256 } from '@arbiter/contracts';
import { collectSeldomAfterStart } from '../garbage-collection';
import { nativeSha256 } from './native-sha256';
import type { Service } from './service';
import { answerServiceHelp } from './service-help';
import { ServiceHost } from './service-host';
import { announceReady, stopOnSignals } from './signals';
// Dates that people write are read in one zone, whatever the machine's: the same turn must be decided the same
// everywhere.
process.env['TZ'] = 'UTC';

/** Runs services as one process until SIGTERM or SIGINT; ends with one clear line when one of them cannot start. */
export async function runServices(name: string, services: readonly Service[]): Promise<void> {
  answerServiceHelp(services.length > 1 ? 'all' : name);
  bringSha256(nativeSha256);
  try {
    const host = await ServiceHost.open(name, services.length, process.env);
    const open = await Promise.all(services.map((service) => service.open(host)));
    stopOnSignals(name, async () => {
      await Promise.all(open.map((service) => service.close()));
      await host.close();
    });
    collectSeldomAfterStart(services.length);
    announceReady({ adminPort: host.admin.port, port: open.find(({ port }) => port !== undefined)?.port });
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
