import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ArtifactBundle, ArtifactFile } from '@arbiter/contracts';
import { parse, stringify } from 'yaml';

const DEPLOY = resolve(__dirname, '../../../deploy');

/** The files of a tenant as a test changes them. */
export interface ShopFiles {
  /** the shop has none */
  readonly 'agents.yaml': NonNullable<ArtifactBundle['agents']>;
  readonly 'conversation.yaml': ArtifactBundle['conversation'];
  readonly 'models.yaml': ArtifactBundle['models'];
  readonly 'policies.yaml': ArtifactBundle['policy'];
  readonly 'templates.yaml': ArtifactBundle['templates'];
  readonly 'tools.yaml': Pick<ArtifactBundle, 'tools' | 'extensions'>;
}

type Changes = { readonly [File in keyof ShopFiles]?: (content: ShopFiles[File]) => ShopFiles[File] };

/** A copy of the demo tenant with some of its files changed; the folder's name stays, for it is the tenant's. */
export function alteredShop(changes: Changes): string {
  const home = mkdtempSync(join(tmpdir(), 'arbiter-tenant-'));
  const folder = join(home, 'tenants/shop');
  for (const part of ['tenants/shop', 'playbooks']) cpSync(join(DEPLOY, part), join(home, part), { recursive: true });
  for (const [file, change] of Object.entries(changes) as [
    ArtifactFile & keyof ShopFiles,
    (content: unknown) => unknown,
  ][]) {
    const path = join(folder, file);
    writeFileSync(path, stringify(change(existsSync(path) ? parse(readFileSync(path, 'utf8')) : [])));
  }
  return folder;
}

/** The demo shop, impatient with its vendor, and with as few attempts as let an outcome stay unknown. */
export const impatientShop = alteredShop({
  'tools.yaml': ({ tools, extensions }) => ({
    extensions,
    tools: tools.map((tool) => ({ ...tool, timeoutMilliseconds: 500, maxAttempts: 2 })),
  }),
});
