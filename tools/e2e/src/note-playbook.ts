import type { PlaybookDefinition, PlaybookProposal } from '@arbiter/contracts';

/** The recipient of notes. */
export const KEEPER = 'office@studio.example';
/**
 * The common part of playbooks that write a note about some of the studio's invoices: a draft that no one outside sees.
 */
export const NOTE_PLAYBOOK = {
  version: '1.0.0',
  description: 'The house is told of some open invoices.',
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
    { tool: 'ledger.invoice.get', risk: 'read' },
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

/** The step that writes it. */
export const note = (args: object) => ({
  id: 'note',
  tool: 'mail.draft.create',
  args: { to: { from: 'parameters.keeper' }, about: { from: 'item.number' }, ...args },
});

/** One playbook of such notes, by this plan. */
export const notesBy = (plan: PlaybookProposal): PlaybookDefinition => ({
  ...NOTE_PLAYBOOK,
  playbook: 'notes',
  title: 'Notes',
  plan,
});
