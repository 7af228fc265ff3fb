import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { METRICS_FILE, activePlaybook, type GoldenMetrics, type GoldenRecord } from '@arbiter/contracts';
import { loadTenant, modelWork, readGuard } from '@arbiter/artifacts';
import { stringify } from 'yaml';

const HEADING =
  '# Written by `npm run eval -- playbook NAME --golden FILE --record`: what the playbooks came to. An activation is held against it.\n';
const WIDTH = 140;

/** Stores a playbook's results in the folder of its tenant, in place of earlier ones; returns the file. */
export function record(folder: string, playbook: string, provider: string, metrics: GoldenMetrics): string {
  const bundle = loadTenant(folder);
  const { objective, verdicts, precision, recall } = metrics;
  const found: GoldenRecord = {
    playbook,
    work: modelWork(activePlaybook(bundle, playbook)!, bundle),
    provider,
    measuredOn: new Date().toISOString().slice(0, 10),
    objective,
    verdicts,
    precision,
    recall,
  };
  const others = readGuard(folder, bundle).recorded.filter((one) => one.playbook !== playbook);
  const records = [...others, found].toSorted((one, other) => (one.playbook < other.playbook ? -1 : 1));
  const file = join(folder, METRICS_FILE);
  writeFileSync(file, `${HEADING}${stringify(records, { lineWidth: WIDTH })}`);
  return file;
}
