import { print, runCommand, say } from './command';
import { connected } from './connection';
import { usage } from './options';

/** `npm run erase -- <tenant> <customerId>`: destroys the customer's key, and with it everything personal that was ever said. */
async function main(): Promise<number> {
  const [tenant, customerId, ...rest] = process.argv.slice(2);
  if (!tenant || !customerId || rest.length > 0) throw usage('npm run erase -- <tenant> <customerId>');
  return connected(async ({ keyring }) => {
    const erased = await keyring.erase({ tenant, customerId });
    if (erased) print(`customer ${customerId} of tenant ${tenant} is erased: what the log holds of them can never be read again`);
    else say(`tenant ${tenant} has no key of customer ${customerId}; check both, or they were erased before`);
    return erased ? 0 : 1;
  });
}

runCommand(main);
