import { openBroker } from '@arbiter/runtime';
import { announceErasure } from '@arbiter/store';
import { readArguments } from '../../../dev/command-line/command-line.cjs';
import { print, runCommand, say, usage } from './command';
import { connected } from './connection';

/**
 * `npm run erase -- <tenant> <customerId>`: destroys the customer's key, and with it everything personal about them.
 */
async function main(): Promise<number> {
  const {
    operands: [tenant, customerId, ...rest],
  } = readArguments('erase', process.argv.slice(2));
  if (!tenant || !customerId || rest.length > 0) throw usage('erase', 'name a tenant and a customer');
  return connected(async ({ keyring, environment }) => {
    const erased = await keyring.erase({ tenant, customerId });
    if (!erased) {
      say(`tenant ${tenant} has no key of customer ${customerId}; check both, or they were erased before`);
      return 1;
    }
    print(`customer ${customerId} of tenant ${tenant} is erased: what the log holds of them can never be read again`);
    await announce(environment, tenant, customerId).catch((error: unknown) =>
      say(`running services were not told and look at the key again within a minute: ${String(error)}`),
    );
    return 0;
  });
}

/**
 * Running services forget the key at once. If none is running, or the broker is away, only the minute has to be waited
 * for.
 */
async function announce(environment: NodeJS.ProcessEnv, tenant: string, customerId: string): Promise<void> {
  const url = environment['ARBITER_NATS_URL'];
  if (!url) throw new Error('ARBITER_NATS_URL names no broker');
  const broker = await openBroker({
    url,
    user: environment['ARBITER_NATS_USER'],
    password: environment['ARBITER_NATS_PASSWORD'],
    name: 'arbiter-tools',
    inbox: 'operator',
  });
  try {
    await announceErasure(broker.connection, { tenant, customerId });
  } finally {
    await broker.close();
  }
}

runCommand('erase', main);
