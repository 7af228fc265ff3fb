import { resolve } from 'node:path';
import type { PlaybookDefinition } from '@arbiter/contracts';
import { TenantCopy } from '@arbiter/stack';

const TENANTS = resolve(__dirname, '../../../deploy/tenants');
const OPEN_NOTE =
  'Invoice {number} over {amount:money.currency} was due on {dueOn:date}, and we have not seen the payment yet.';

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

/** A copy of the studio with two more playbooks, of which a model fills something in; they begin by hand. */
export function slotStudio(timeoutMilliseconds?: number): string {
  const copy = new TenantCopy(TENANTS, 'studio');
  copy.letModelsTakeTheirTime(timeoutMilliseconds);
  for (const definition of [WORDED, PROMISED]) copy.add(definition, { keeper: KEEPER });
  copy.change('copy.yaml', ({ sentences, ...rest }: { readonly sentences: object }) => ({
    ...rest,
    sentences: { ...sentences, open_note: OPEN_NOTE },
  }));
  return copy.folder;
}
