import type { ArtifactBundle, PlaybookProposal, ProposedStep, ToolDefinition } from '@arbiter/contracts';
import { activeReminders, playbookBundle, reminder } from '../../../fixtures/playbook-bundle';
import { compilePlaybook } from '../compile-playbook';

const compiled = (proposal: PlaybookProposal, bundle: ArtifactBundle) =>
  compilePlaybook(proposal, activeReminders, bundle);

const [contact, draft] = reminder.steps as [ProposedStep, ProposedStep];
const withSteps = (...steps: readonly ProposedStep[]): PlaybookProposal => ({ ...reminder, steps: [...steps] });
const withTool = (name: string, changes: Partial<ToolDefinition>): ArtifactBundle => ({
  ...playbookBundle,
  tools: playbookBundle.tools.map((tool) => (tool.tool === name ? { ...tool, ...changes } : tool)),
});

describe('CP-11: what an argument decides is told by its schema, wherever it stands there', () => {
  const to = { type: 'string', 'x-role': 'address' };
  const drafts = (recipient: object, more: object = {}): ArtifactBundle =>
    withTool('mail.draft.create', {
      args: {
        type: 'object',
        required: ['recipient'],
        additionalProperties: false,
        properties: { recipient },
        $defs: { to, more: { $ref: '#/$defs/to' } },
        ...more,
      },
    });
  const problems = (recipient: unknown, bundle: ArtifactBundle): readonly string[] => {
    const found = compiled(withSteps(contact, { ...draft, args: { recipient } }), bundle);
    return 'steps' in found ? [] : found.map(({ rule, node }) => `${rule} ${node}`);
  };
  const mallory = 'mallory@example.org';

  it.each<readonly [string, unknown, ArtifactBundle]>([
    ['in a list', [mallory], drafts({ type: 'array', items: to })],
    ['in an object', { email: mallory }, drafts({ type: 'object', properties: { email: to } })],
    ['in an alternative', mallory, drafts({ anyOf: [to, { type: 'null' }] })],
    ['by reference', mallory, drafts({ $ref: '#/$defs/more' })],
    ['by reference, in a list', [mallory], drafts({ type: 'array', items: { $ref: '#/$defs/to' } })],
    ['beside the properties', mallory, drafts({ type: 'string' }, { allOf: [{ properties: { recipient: to } }] })],
  ])('%s: no literal', (_, recipient, bundle) => {
    expect(problems(recipient, bundle)).toEqual(['literalsDecideNothing draft.recipient']);
  });

  it.each<readonly [string, unknown, ArtifactBundle]>([
    ['by reference', { from: 'item.note' }, drafts({ $ref: '#/$defs/to' })],
    ['in an alternative', { prose: 'body' }, drafts({ anyOf: [to, { type: 'null' }] })],
  ])('%s: no free text', (_, recipient, bundle) => {
    expect(problems(recipient, bundle)).toEqual(['freeTextDecidesNothing draft.recipient']);
  });

  it('a reference that leads nowhere is taken for nothing', () => {
    expect(problems(mallory, drafts({ $ref: '#/$defs/nobody' }))).toContain('literalsDecideNothing draft.recipient');
  });

  it('a record may decide it', () => {
    const email = { from: 'steps.contact.result.email' };
    expect(problems(email, drafts({ $ref: '#/$defs/more' }))).toEqual([]);
  });
});

describe('CP-11: a text of a vendor is free unless its schema says what it looks like', () => {
  const isFree = (remark: object): boolean => {
    const bundle = withTool('directory.contact.get', {
      result: { type: 'object', properties: { email: { type: 'string' }, doNotContact: { type: 'boolean' }, remark } },
    });
    const steps = withSteps(contact, {
      ...draft,
      args: { ...draft.args, to: { from: 'steps.contact.result.remark' } },
    });
    const found = compiled(steps, bundle);
    return !('steps' in found) && found.some(({ rule }) => rule === 'freeTextDecidesNothing');
  };

  it.each<readonly [boolean, object]>([
    [true, { type: 'string' }],
    [true, { type: 'string', pattern: '.*' }],
    [true, { type: 'string', pattern: '^.*$' }],
    [true, { type: 'string', pattern: '^K-\\d+' }],
    [true, { type: 'string', pattern: '\\d$' }],
    [true, { type: 'string', pattern: '^K-\\d+|x$' }],
    [true, { type: 'string', pattern: '^K-\\d+\\$' }],
    [true, { type: 'string', pattern: '^(' }],
    [true, { type: 'string', format: 'password' }],
    [true, { type: 'object', properties: {} }],
    [true, { type: 'array', items: { type: 'string' } }],
    [true, {}],
    [false, { type: 'string', pattern: '^K-\\d+$' }],
    [false, { type: 'string', pattern: '^(K|[P|]|\\|)-\\d+$' }],
    [false, { type: 'string', format: 'email' }],
    [false, { enum: ['a@example.org', null] }],
    [false, { const: 'a@example.org' }],
  ])('%s: %j', (expected, remark) => {
    expect(isFree(remark)).toBe(expected);
  });
});
