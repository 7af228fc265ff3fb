import '@arbiter/platform/node-version';
import { announceReady, stopOnSignals } from '@arbiter/platform';
import { listen, makeServer } from './http/server';
import { Ingress } from './ingress';

async function main(): Promise<void> {
  const ingress = await Ingress.open(process.env);
  const server = await makeServer(ingress);
  stopOnSignals('ingress', () => ingress.close(() => server.close()));
  await ingress.start();
  const port = await listen(server, ingress.configuration);
  announceReady({ port, adminPort: await ingress.core.announce() });
}

main().catch((error: unknown) => {
  process.stderr.write(`ingress: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
