import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CopiedTenants } from '../../testing/copied-tenants';

let copy: CopiedTenants;
beforeAll(() => void (copy = new CopiedTenants()));
afterAll(() => copy.remove());

/** A part of a name behind a point, in whatever expression: `args.amount`, `principal.customerId`, `invoice.status`. */
const NAME =
  /\b(?:args|result|item|parameters|principal|response|invoice|thread)(?:\.[A-Za-z]\w*)*?\.([A-Za-z]\w*)\b(?!\()/g;
const EXPRESSION = /\b(?:when|that|expect|amount|found|etag|result|holds|acknowledged|where): /;

interface Place {
  readonly tenant: string;
  readonly file: string;
  readonly index: number;
  readonly name: string;
}

/** Every field that an expression of a shipped tenant or of its playbooks names. */
function places(): readonly Place[] {
  const files = (['shop', 'studio'] as const).flatMap((tenant) => [
    ...['policies.yaml', 'templates.yaml', 'tools.yaml'].map((file) => ({ tenant, file: `tenants/${tenant}/${file}` })),
    ...(tenant === 'shop' ? ['stuck_orders'] : ['invoice_followup', 'contact_hygiene']).map((playbook) => ({
      tenant,
      file: `playbooks/${playbook}/playbook.yaml`,
    })),
  ]);
  return files.flatMap(({ tenant, file }) => {
    const text = readFileSync(join(copy.home, file), 'utf8');
    return [...text.matchAll(NAME)]
      .filter((match) => isInExpression(text, match.index))
      .map((match) => ({ tenant, file, name: match[1]!, index: match.index + match[0].length - match[1]!.length }));
  });
}

/** Bindings (`from: args.amount`) and placeholders (`{args.amount}`) are no expressions; what a body holds is unknown. */
function isInExpression(text: string, index: number): boolean {
  const before = text.slice(0, index);
  const line = before.slice(before.lastIndexOf('\n') + 1) + text.slice(index).split('\n')[0]!;
  const above = before.split('\n').slice(-4).join('\n');
  if (/\bfrom: |'\{|response\.body/.test(line)) return false;
  return EXPRESSION.test(line) || />-\n[^:]*$/.test(above);
}

it('a typo in any field that a shipped expression names keeps its tenant from loading', () => {
  const found = places();
  const silent = found.filter(({ tenant, file, index, name }) => {
    const path = join(copy.home, file);
    const text = readFileSync(path, 'utf8');
    const middle = Math.floor(name.length / 2);
    const typo = `${name.slice(0, middle)}q${name.slice(middle)}`;
    writeFileSync(path, text.slice(0, index) + typo + text.slice(index + name.length));
    const problems = copy.problemsOf(join(copy.home, 'tenants', tenant));
    writeFileSync(path, text);
    return !problems.some(({ reason, fix }) => reason.includes(typo) && fix.includes(name));
  });
  expect(silent).toEqual([]);
  expect(found.length).toBeGreaterThan(40);
});
