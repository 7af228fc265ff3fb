import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PlaybookActivation, PlaybookBudgets, PlaybookDefinition, PlaybookSchedule } from '@arbiter/contracts';
import { parse, stringify } from 'yaml';

const DEPLOY = resolve(__dirname, '../../../deploy');

/**
 * A copy of the studio whose playbooks begin by hand or upon an event, but for those that are given a schedule here, for their instances or for a look at
 * their objective: at nine o'clock a test would otherwise have one more instance. What waits for a yes waits as long as the
 * studio says, or for so many seconds.
 */
export function studioByHand(
  schedules: Readonly<Record<string, PlaybookSchedule>> = {},
  watches: Readonly<Record<string, PlaybookSchedule>> = {},
  secondsToAnswer: number | null = null,
): string {
  const copy = mkdtempSync(join(tmpdir(), 'arbiter-studio-'));
  const folder = join(copy, 'tenants/studio');
  cpSync(join(DEPLOY, 'tenants/studio'), folder, { recursive: true });
  cpSync(join(DEPLOY, 'playbooks'), join(copy, 'playbooks'), { recursive: true });
  const path = join(folder, 'playbooks.yaml');
  const activations = (parse(readFileSync(path, 'utf8')) as PlaybookActivation[]).map(
    ({ playbook, version, parameters, events }) => {
      const schedule = schedules[playbook];
      const watch = watches[playbook];
      return {
        playbook,
        version,
        parameters,
        ...(events && { events }),
        ...(schedule && { schedule }),
        ...(watch && { watch }),
      };
    },
  );
  writeFileSync(path, stringify(activations));
  if (secondsToAnswer !== null) answeredWithin(secondsToAnswer, join(folder, 'policies.yaml'));
  return folder;
}

function answeredWithin(seconds: number, path: string): void {
  const policies = readFileSync(path, 'utf8');
  writeFileSync(path, policies.replace(/^approvalExpirySeconds: .*$/m, `approvalExpirySeconds: ${seconds}`));
}

/** The studio by hand, whose follow-up of invoices has these budgets. */
export function studioWith(budgets: PlaybookBudgets): string {
  const folder = studioByHand();
  const path = join(folder, '../../playbooks/invoice_followup/playbook.yaml');
  const definition = parse(readFileSync(path, 'utf8')) as PlaybookDefinition;
  writeFileSync(path, stringify({ ...definition, budgets }));
  return folder;
}
