import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PlaybookActivation, PlaybookSchedule } from '@arbiter/contracts';
import { parse, stringify } from 'yaml';

const DEPLOY = resolve(__dirname, '../../../deploy');

/**
 * A copy of the studio whose playbooks begin by hand or upon an event, but for those that are given a schedule here, for their instances or for a look at
 * their objective: at nine o'clock a test would otherwise have one more instance.
 */
export function studioByHand(
  schedules: Readonly<Record<string, PlaybookSchedule>> = {},
  watches: Readonly<Record<string, PlaybookSchedule>> = {},
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
  return folder;
}
