import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelsDefinition } from '@arbiter/contracts';
import { parse, stringify } from 'yaml';

const PATIENCE_MILLISECONDS = 120_000;

/** In a tenant's folder: models may take so long, so that a busy machine answers like any other. */
export function letModelsTakeTheirTime(folder: string, timeoutMilliseconds = PATIENCE_MILLISECONDS): void {
  const path = join(folder, 'models.yaml');
  const models = parse(readFileSync(path, 'utf8')) as ModelsDefinition;
  const providers = models.providers!.map((provider) => ({ ...provider, limits: {} }));
  writeFileSync(path, stringify({ ...models, providers, timeoutMilliseconds }));
}
