import { join } from 'node:path';
import { CopiedTenants } from '../../testing/copied-tenants';

let copy: CopiedTenants;
beforeEach(() => void (copy = new CopiedTenants()));
afterEach(() => copy.remove());

const messagesOf = (tenant: string): readonly string[] =>
  copy
    .problemsOf(join(copy.home, 'tenants', tenant))
    .map(({ file, reason, fix }) => `${file.slice(copy.home.length + 1)}: ${reason}; ${fix}`);

const STUDIO = '../tenants/studio/policies.yaml';
const BELOW = '    kind: suspend_unless_below_threshold\n    amount: args.amount\n    threshold: 5000.00\n';

it('an external communication that would be sent without a yes or a threshold is refused (AP-03)', () => {
  copy.edit(STUDIO, BELOW, '    kind: dispatch\n');
  expect(messagesOf('studio')).toEqual([
    'tenants/studio/policies.yaml: "mail.message.send" reaches people outside, and would do so without a yes; write `suspend`, or `suspend_unless_below_threshold` with an amount and a threshold',
  ]);
});

it('so is one in the policy of a playbook (AP-03, PL-09)', () => {
  copy.edit('invoice_followup/playbook.yaml', `${BELOW}    question: approval_reminder\n`, '    kind: dispatch\n');
  expect(messagesOf('studio')).toEqual([
    expect.stringMatching(/^playbooks\/invoice_followup\/playbook\.yaml: "mail\.message\.send" reaches people outside/),
  ]);
});

it('one that always waits may be declared', () => {
  copy.edit(STUDIO, BELOW, '    kind: suspend\n');
  expect(messagesOf('studio')).toEqual([]);
});

describe('a playbook that is switched on (PL-10)', () => {
  it('has a policy rule that can allow each of its tools', () => {
    copy.edit('../tenants/shop/policies.yaml', 'tools: [office.*]', 'tools: [office.orders.list]');
    expect(messagesOf('shop')).toEqual([
      'playbooks/stuck_orders/playbook.yaml: no policy rule can allow "office.note.create" for playbook.stuck_orders; add a rule with `effect: allow` for it to policies.yaml, or do not use it',
    ]);
  });

  it('is among those that the rule is for', () => {
    copy.edit('../tenants/shop/policies.yaml', '"playbook.stuck_orders"', '"playbook.stuck_order"');
    expect(messagesOf('shop')).toEqual(
      ['office.orders.list', 'office.note.create'].map((tool) =>
        expect.stringContaining(`no policy rule can allow "${tool}" for playbook.stuck_orders`),
      ),
    );
  });

  it('uses no tool that a rule denies to it', () => {
    copy.edit(
      '../tenants/shop/policies.yaml',
      'tools: [shop.*]\n    when',
      'tools: [shop.*, office.note.create]\n    when',
    );
    expect(messagesOf('shop')).toEqual([
      expect.stringContaining(
        'the policy rule "nobody_without_an_account" always denies "office.note.create" for playbook.stuck_orders',
      ),
    ]);
  });

  it('has a risk rule of the tenant for each change', () => {
    copy.edit(
      '../tenants/shop/policies.yaml',
      '  - tool: office.note.create\n    kind: dispatch\n    question: approval_note\n',
      '',
    );
    expect(messagesOf('shop')).toEqual([
      expect.stringContaining('the tenant has no risk rule for "office.note.create", so each call of it would wait'),
    ]);
  });
});

it('the tool of a template has a policy rule that can allow it (CP-09)', () => {
  copy.edit(
    '../tenants/shop/policies.yaml',
    'tools: [shop.ticket.create, shop.handoff.create]',
    'tools: [shop.handoff.create]',
  );
  expect(messagesOf('shop')).toEqual([
    expect.stringMatching(
      /^tenants\/shop\/templates\.yaml: no policy rule can allow "shop\.ticket\.create"; add a rule/,
    ),
  ]);
});

it('a refusal of all else may stand behind what is allowed, and a limit before it', () => {
  copy.edit(
    '../tenants/shop/policies.yaml',
    '  - rule: back_office\n',
    '  - rule: no_more_changes\n    tools: [shop.*]\n    when: riskClass != "read"\n    effect: suspend\n    reason: A person decides.\n  - rule: back_office\n',
  );
  expect(messagesOf('shop')).toEqual([expect.stringContaining('"no_more_changes" never decides about')]);
  copy.edit('../tenants/shop/policies.yaml', '    when: riskClass != "read"\n    effect: suspend', '    effect: deny');
  expect(messagesOf('shop').filter((message) => message.includes('no_more_changes" never decides'))).toEqual([]);
});
