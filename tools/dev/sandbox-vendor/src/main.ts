import { answerHelp, readArguments } from '../../command-line/command-line.cjs';
import { startVendor, type Vendor, type VendorOptions } from './start-vendor';

function optionsFrom(environment: NodeJS.ProcessEnv): VendorOptions {
  const url = environment['SANDBOX_ARBITER_URL'];
  return {
    port: integerFrom(environment, 'SANDBOX_PORT', 65_535),
    host: environment['SANDBOX_HOST'],
    dataFolder: environment['SANDBOX_DATA'],
    ...(url ? { arbiter: { url, key: environment['SANDBOX_ARBITER_KEY'] } } : {}),
    seed: integerFrom(environment, 'SANDBOX_SEED', 2 ** 32 - 1),
    invoices: integerFrom(environment, 'SANDBOX_INVOICES', 10_000),
  };
}

function integerFrom(environment: NodeJS.ProcessEnv, name: string, maximum: number): number | undefined {
  const text = environment[name];
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!(value <= maximum)) throw new Error(`${name} is "${text}"; set it to a whole number from 0 to ${maximum}`);
  return value;
}

function stopWith(vendor: Vendor): void {
  const stop = () => void vendor.stop().then(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal, stop);
}

async function main(): Promise<void> {
  readArguments('sandbox-vendor', process.argv.slice(2));
  const vendor = await startVendor(optionsFrom(process.env));
  stopWith(vendor);
  process.stdout.write(`sandbox vendor on ${vendor.url}\n`);
  process.send?.({ ready: true, url: vendor.url });
}

answerHelp('sandbox-vendor');
main().catch((error: NodeJS.ErrnoException) => {
  const taken = error.code === 'EADDRINUSE' ? '; set SANDBOX_PORT to a free port' : '';
  process.stderr.write(`sandbox vendor did not start: ${error.message}${taken}\n`);
  process.exit(1);
});
