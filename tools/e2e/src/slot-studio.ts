import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { letModelsTakeTheirTime } from '@arbiter/bench';
import type { PlaybookDefinition } from '@arbiter/contracts';
import { parse, stringify } from 'yaml';

const DEPLOY = resolve(__dirname, '../../../deploy');

const KEEPER = 'office@studio.example';
const VERSION = '1.0.0';

const COMMON = {
  version: VERSION,
  description: 'A test of what a model fills in.',
  parameters: {
    type: 'object',
    required: ['keeper'],
    additionalProperties: false,
    properties: { keeper: { type: 'string', format: 'email' } },
  },
  objective: { description: 'Nothing.', over: 'invoices', object: 'number', holds: 'item.number != ""' },
  constraints: [],
  tools: [
    { tool: 'ledger.invoice.list', risk: 'read' },
    { tool: 'mail.draft.create', risk: 'internal_record_mutation' },
  ],
  riskPolicy: [{ tool: 'mail.draft.create', kind: 'dispatch' }],
  scope: { allowed: { ledger: ['invoices.read'], mail: ['drafts.write'] } },
  reads: [
    {
      read: 'invoices',
      tool: 'ledger.invoice.list',
      args: { status: 'open' },
      items: 'invoices',
      pages: { argument: 'page', most: 6 },
      fields: { number: 'identifier', amount: 'amount', currency: 'identifier', dueOn: 'date', note: 'text' },
    },
  ],
  classes: { plan: 'compile', revision: 'replanning' },
  limits: { branches: 50, atOnce: 4, steps: 3, revisions: 0 },
} satisfies Partial<PlaybookDefinition>;

const draft = (args: object) => ({
  id: 'note',
  tool: 'mail.draft.create',
  args: { to: { from: 'parameters.keeper' }, about: { from: 'item.number' }, ...args },
});

/** The words of each draft are a model's. */
const WORDED: PlaybookDefinition = {
  ...COMMON,
  playbook: 'worded',
  title: 'Worded notes',
  prose: [
    {
      prose: 'note',
      class: 'drafting',
      copy: 'open_note',
      facts: ['number', 'amount', 'currency', 'dueOn'],
      by: 'model',
    },
  ],
  plan: {
    over: 'invoices',
    where: 'item.number == "INV-2001" || item.number == "INV-2002" || item.number == "INV-2003"',
    steps: [draft({ subject: 'An open invoice', body: { prose: 'note' } })],
  },
};

/** The subject of each draft is the month that a note names. */
const PROMISED: PlaybookDefinition = {
  ...COMMON,
  playbook: 'promised',
  title: 'Promised payments',
  extract: [
    {
      extract: 'month',
      class: 'extraction',
      from: 'note',
      what: 'the month in which payment is promised',
      value: { type: 'string', pattern: '^(January|November|December)$' },
    },
  ],
  plan: {
    over: 'invoices',
    where: 'item.number == "INV-2004" || item.number == "INV-2012" || item.number == "INV-2013"',
    steps: [draft({ subject: { from: 'extract.month' }, body: 'A promise' })],
  },
};

/** A copy of the studio with two playbooks of which a model fills something in; they begin by hand. */
export function slotStudio(timeoutMilliseconds?: number): string {
  const home = mkdtempSync(join(tmpdir(), 'arbiter-slots-'));
  const folder = join(home, 'tenants/studio');
  cpSync(join(DEPLOY, 'tenants/studio'), folder, { recursive: true });
  letModelsTakeTheirTime(folder, timeoutMilliseconds);
  for (const definition of [WORDED, PROMISED]) {
    const own = join(home, 'playbooks', definition.playbook);
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'playbook.yaml'), stringify(definition));
  }
  const activations = [WORDED, PROMISED].map(({ playbook }) => ({
    playbook,
    version: VERSION,
    parameters: { keeper: KEEPER },
  }));
  writeFileSync(join(folder, 'playbooks.yaml'), stringify(activations));
  const copy = join(folder, 'copy.yaml');
  const { sentences, ...rest } = parse(readFileSync(copy, 'utf8')) as { sentences: Record<string, string> };
  const open_note =
    'Invoice {number} over {amount:money.currency} was due on {dueOn:date}, and we have not seen the payment yet.';
  writeFileSync(copy, stringify({ ...rest, sentences: { ...sentences, open_note } }));
  return folder;
}
