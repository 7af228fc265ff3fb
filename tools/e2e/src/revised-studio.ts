import { writtenPlan } from '@arbiter/bench';
import type {
  PlaybookBudgets,
  PlaybookDefinition,
  PlaybookProposal,
  ProposedStep,
  ToolDefinition,
} from '@arbiter/contracts';
import type { TenantCopy } from '@arbiter/stack';
import { copyOfStudio } from './copy-of-studio';
import type { Given } from './recording-model';

const KEEPER = 'office@studio.example';

/** A tool whose every request the vendor refuses: it sends no subject. */
const REFUSED_TOOL = 'mail.note.create';

const written = (id: string, tool: string, dependsOn: readonly string[]): ProposedStep => ({
  id,
  tool,
  dependsOn: [...dependsOn],
  args: {
    to: { from: 'parameters.keeper' },
    about: { from: 'item.number' },
    body: 'Somebody should look at it.',
    ...(tool === REFUSED_TOOL ? {} : { subject: 'An open invoice' }),
  },
});

/** The first step: all but one object fail in it, each in its own way, and two of them alike. */
const look: ProposedStep = {
  id: 'look',
  tool: 'directory.contact.get',
  args: { contactId: { from: 'item.contactId' } },
  expect: [
    { that: 'args.item.number != "INV-2003"', code: 'stubborn' },
    { that: 'args.item.number != "INV-2004"', code: 'hopeless' },
    { that: 'args.item.number != "INV-2012"', code: 'known', otherwise: 'hold' },
    { that: 'args.item.number == "INV-2013"', code: 'unusual' },
  ],
};
const draft = (id: string, ...dependsOn: readonly string[]): ProposedStep =>
  written(id, 'mail.draft.create', dependsOn);
const note = written('note', REFUSED_TOOL, ['look']);

const FIRST_PLAN: PlaybookProposal = {
  over: 'invoices',
  where: ['INV-2001', 'INV-2002', 'INV-2003', 'INV-2004', 'INV-2012', 'INV-2013']
    .map((number) => `item.number == "${number}"`)
    .join(' || '),
  steps: [look, note],
};

/** The end of each object: the code it is held for, and whether a person has to look. */
export const ENDS = {
  'INV-2001': 'done',
  'INV-2002': 'done',
  'INV-2003': 'held stubborn out_of_revisions',
  'INV-2004': 'held hopeless no_revision',
  'INV-2012': 'held known',
  'INV-2013': 'done',
};
export const DRAFTED = ['INV-2001', 'INV-2002', 'INV-2013'];

/** The revision after each failure, by its code; null: nothing more is done. */
export const REVISIONS: Readonly<Record<string, readonly ProposedStep[] | null>> = {
  unusual: [draft('draft')],
  stubborn: [{ ...look, id: 'look_again' }, draft('draft', 'look_again')],
  hopeless: null,
  vendor_rejected: [draft('draft', 'look')],
};
const STEP_OF: Readonly<Record<string, string>> = { vendor_rejected: 'note' };

const MENDED: PlaybookDefinition = {
  playbook: 'mended',
  version: '1.0.0',
  title: 'Notes that take a second plan',
  description: 'A test of revisions.',
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
    { tool: 'directory.contact.get', risk: 'read' },
    { tool: 'mail.draft.create', risk: 'internal_record_mutation' },
    { tool: REFUSED_TOOL, risk: 'internal_record_mutation' },
  ],
  riskPolicy: [
    { tool: 'mail.draft.create', kind: 'dispatch' },
    { tool: REFUSED_TOOL, kind: 'dispatch' },
  ],
  scope: { allowed: { ledger: ['invoices.read'], directory: ['contacts.read'], mail: ['drafts.write'] } },
  reads: [
    {
      read: 'invoices',
      tool: 'ledger.invoice.list',
      args: { status: 'open' },
      items: 'invoices',
      pages: { argument: 'page', most: 6 },
      fields: { number: 'identifier', contactId: 'identifier' },
    },
  ],
  classes: { plan: 'compile', revision: 'replanning' },
  limits: { branches: 50, atOnce: 8, steps: 4, revisions: 1 },
  plan: FIRST_PLAN,
  revisions: Object.entries(REVISIONS).map(([code, steps]) => ({
    step: STEP_OF[code] ?? 'look',
    code,
    ...(steps && { steps: [...steps] }),
  })),
};

interface Policies {
  readonly allowList: readonly string[];
  readonly rules: readonly { readonly rule: string; readonly tools: readonly string[] }[];
  readonly risk: readonly object[];
}

/**
 * A copy of the studio with one more playbook, of whose six objects five need another plan; it begins by hand. Its
 * drafts may need an approval, and it may have budgets.
 */
export function revisedStudio(asksForDrafts = false, budgets?: PlaybookBudgets): string {
  const copy = studioWithRefusedTool();
  copy.add({ ...mendedNotes(asksForDrafts), ...(budgets && { budgets }) }, { keeper: KEEPER });
  return copy.folder;
}

/** The playbook; its drafts may need a yes. */
export function mendedNotes(asksForDrafts: boolean): PlaybookDefinition {
  const asking = { tool: 'mail.draft.create', kind: 'suspend', question: 'approval_draft' } as const;
  return asksForDrafts ? { ...MENDED, riskPolicy: [asking, ...MENDED.riskPolicy.slice(1)] } : MENDED;
}

/** A copy of the studio with the tool that such playbooks use. */
export function studioWithRefusedTool(): TenantCopy {
  const copy = copyOfStudio();
  copy.letModelsTakeTheirTime();
  copy.change('tools.yaml', ({ tools, ...others }: { readonly tools: readonly ToolDefinition[] }) => ({
    ...others,
    tools: [...tools, refusedTool(tools)],
  }));
  copy.change('policies.yaml', ({ allowList, rules, risk, ...policies }: Policies) => ({
    ...policies,
    allowList: [...allowList, REFUSED_TOOL],
    rules: rules.map((rule) => (rule.rule === 'drafts' ? { ...rule, tools: [...rule.tools, REFUSED_TOOL] } : rule)),
    risk: [...risk, { tool: REFUSED_TOOL, kind: 'dispatch', question: 'approval_draft' }],
  }));
  return copy;
}

function refusedTool(tools: readonly ToolDefinition[]): ToolDefinition {
  const drafting = structuredClone(tools.find(({ tool }) => tool === 'mail.draft.create')!);
  const { required, properties, ...schema } = drafting.args as { required: string[]; properties: object };
  const { subject: _, ...others } = properties as Record<string, unknown>;
  const { subject: __, ...body } = drafting.request!.body as Record<string, unknown>;
  return {
    ...drafting,
    tool: REFUSED_TOOL,
    args: { ...schema, required: required.filter((name) => name !== 'subject'), properties: others },
    request: { ...drafting.request!, body },
  };
}

/** The first plan, or the revision after its failure, as a model writes it. */
export function proposedByModel({ data }: Given): object {
  const failed = data['failed'] as { step: string; code: string } | undefined;
  if (!failed) return JSON.parse(writtenPlan(FIRST_PLAN)) as object;
  const steps = REVISIONS[failed.code];
  if (!steps) return { ...FIRST_PLAN, steps: [], hold: true };
  const kept = (data['parent'] as PlaybookProposal).steps.filter(({ id }) => (data['kept'] as string[]).includes(id));
  return { ...(JSON.parse(writtenPlan({ ...FIRST_PLAN, steps: [...kept, ...steps] })) as object), hold: false };
}
