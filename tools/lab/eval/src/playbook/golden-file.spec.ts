import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import { readGolden } from './golden-file';

const PLAYBOOKS = resolve(__dirname, '../../../../../deploy/playbooks');
const folder = mkdtempSync(join(tmpdir(), 'arbiter-golden-spec-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each(readdirSync(PLAYBOOKS))('%s has a golden file beside it', (playbook) => {
  expect(readGolden(join(PLAYBOOKS, playbook, 'golden.yaml'), playbook).situations.length).toBeGreaterThan(0);
});

const right = readFileSync(join(PLAYBOOKS, 'invoice_followup/golden.yaml'), 'utf8');

interface Days {
  situations: { days: { day: string; dealtWith: object }[] }[];
}
const changed = (change: (golden: Days) => void): string => {
  const golden = parse(right) as Days;
  change(golden);
  return stringify(golden, { aliasDuplicateObjects: false });
};

it.each([
  ['no YAML', 'a: [', /golden\.yaml:1: this is not YAML as it should be/],
  ['another field', `${right}\nnotes: none`, /the file holds an unknown `notes`; remove it/],
  [
    'another playbook',
    right.replace('invoice_followup', 'stuck_orders'),
    /:2: this file is about "stuck_orders"; name that one/,
  ],
  [
    'a truth there is not',
    right.replace('truth: due', 'truth: dew'),
    /:9: the studio knows no list "dew"; use one of due,/,
  ],
  [
    'a day before the first',
    right.replace('2026-11-23', '2026-11-20'),
    /:9: the sandbox does not go back from 2026-11-23/,
  ],
  [
    'days out of order',
    changed(({ situations }) => situations[0]!.days.reverse()),
    /the sandbox does not go back from 2026-11-27; write the days in their order/,
  ],
  [
    'a day that no calendar has',
    right.replace('2026-11-24', '2026-02-30'),
    /`situations\.0\.days\.1\.day` must match format "date"/,
  ],
])('%s is refused with file, line, reason and fix', (_what, text, message) => {
  const file = join(folder, 'golden.yaml');
  writeFileSync(file, text);
  expect(() => readGolden(file, 'invoice_followup')).toThrow(message);
});
