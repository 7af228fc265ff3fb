import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const SHOP = resolve(__dirname, '../../../../deploy/tenants/shop');
const ITS_CUSTOMERS = 'principal.customerId.startsWith("C-")';

/** A copy of the demo tenant whose customers are Telegram accounts; the folder's name stays, for it is the tenant's. */
export function shopOfAccounts(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'arbiter-tenant-')), 'shop');
  cpSync(SHOP, folder, { recursive: true });
  const path = join(folder, 'policies.yaml');
  const policies = readFileSync(path, 'utf8');
  if (!policies.includes(ITS_CUSTOMERS)) throw new Error(`the demo tenant no longer says ${ITS_CUSTOMERS}`);
  writeFileSync(path, policies.replaceAll(ITS_CUSTOMERS, 'principal.customerId.startsWith("70")'));
  return folder;
}
