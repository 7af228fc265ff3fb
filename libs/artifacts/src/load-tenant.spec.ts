import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArtifactError } from './artifact-error';
import { bundleHash } from './bundle-hash';
import { loadTenant } from './load-tenant';
import { ACTIVATIONS } from './testing/mistakes/activations';
import { COPY } from './testing/mistakes/copy';
import { EXPRESSIONS } from './testing/mistakes/expressions';
import { INTENTS_AND_MODELS } from './testing/mistakes/intents-and-models';
import { OBJECTIVES } from './testing/mistakes/objectives';
import { PLAYBOOKS } from './testing/mistakes/playbooks';
import { PROSE_AND_PLANS } from './testing/mistakes/prose-and-plans';
import { SCHEMAS } from './testing/mistakes/schemas';
import { SYNTAX_AND_SHAPE } from './testing/mistakes/syntax-and-shape';
import { TEMPLATES } from './testing/mistakes/templates';
import { LISTS } from './testing/mistakes/lists';
import { TOOLS_AND_POLICIES } from './testing/mistakes/tools-and-policies';
import { WAYS_BACK } from './testing/mistakes/ways-back';
import { WRITING } from './testing/mistakes/writing';
import { YAML } from './testing/mistakes/yaml';
import { CopiedTenants, SHOP } from './testing/copied-tenants';

let copy: CopiedTenants;
let home: string;
let folder: string;

beforeEach(() => {
  copy = new CopiedTenants();
  ({ home, folder } = copy);
});
afterEach(() => copy.remove());

const edit: CopiedTenants['edit'] = (...change) => copy.edit(...change);
const lineOf: CopiedTenants['lineOf'] = (...place) => copy.lineOf(...place);
const problemsOf: CopiedTenants['problemsOf'] = (path) => copy.problemsOf(path);

describe('the demo tenant', () => {
  it('loads', () => {
    const bundle = loadTenant(SHOP);
    expect(bundle.tenant).toBe('shop');
    expect(bundle.intents.map(({ intent }) => intent)).toEqual([
      'order_status',
      'refund_order',
      'create_ticket',
      'escalate',
      'my_orders',
      'order_contents',
      'refund_status',
      'ticket_status',
      'cancel_order',
      'partial_refund',
      'change_address',
      'shop_question',
    ]);
    expect(bundle.intents.every(({ examples }) => new Set(examples).size >= 12)).toBe(true);
    expect(bundle.templates.filter(({ direct }) => direct).map(({ template }) => template)).toEqual([
      'refund_order',
      'refund_order_etag',
      'refund_order_plain',
      'echo_five',
      'echo_fan_out',
    ]);
  });

  it('asks in its own words before anything that changes the world, in every language', () => {
    const { tools, policy, copy, translations } = loadTenant(SHOP);
    const questions = tools
      .filter(({ riskClass }) => riskClass !== 'read')
      .map(({ tool }) => policy.risk.find((rule) => rule.tool === tool)?.question ?? tool);
    for (const { sentences } of [copy, ...translations])
      expect(questions.filter((question) => !sentences[question]?.endsWith('?'))).toEqual([]);
  });

  it('may leave the risk of a tool that changes the world unsaid: it waits for a yes then (AP-03)', () => {
    edit('policies.yaml', '  - tool: shop.handoff.create\n    kind: dispatch\n    question: approval_handoff\n', '');
    const { policy } = loadTenant(folder);
    expect([
      policy.allowList.includes('shop.handoff.create'),
      policy.risk.some(({ tool }) => tool === 'shop.handoff.create'),
    ]).toEqual([true, false]);
  });

  it('takes who is asking from the platform alone', () => {
    const { tools } = loadTenant(SHOP);
    const shopTools = tools.filter(({ extension }) => extension === 'shop');
    expect(shopTools.filter(({ request }) => !JSON.stringify(request).includes('{principal.customerId}'))).toEqual([]);
    expect(
      shopTools.filter(({ args }) => /customer/i.test(JSON.stringify((args as { properties: object }).properties))),
    ).toEqual([]);
  });

  it('has a name that follows from its content, not from its layout', () => {
    const hash = bundleHash(loadTenant(folder));
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    edit(
      'models.yaml',
      'timeoutMilliseconds: 20000\nminimumConfidence: 0.5',
      '# a remark\nminimumConfidence:   0.50\ntimeoutMilliseconds: 20000',
    );
    expect(bundleHash(loadTenant(folder))).toBe(hash);
    edit('models.yaml', '0.50', '0.51');
    expect(bundleHash(loadTenant(folder))).not.toBe(hash);
  });
});

describe('a mistake is reported with its file and line (PL-08, PL-10, PL-11)', () => {
  it.each([
    ...SYNTAX_AND_SHAPE,
    ...TOOLS_AND_POLICIES,
    ...WAYS_BACK,
    ...LISTS,
    ...EXPRESSIONS,
    ...SCHEMAS,
    ...YAML,
    ...TEMPLATES,
    ...INTENTS_AND_MODELS,
    ...COPY,
    ...WRITING,
    ...ACTIVATIONS,
    ...PLAYBOOKS,
    ...OBJECTIVES,
    ...PROSE_AND_PLANS,
  ])('%s', (_, file, from, to, at, message) => {
    edit(file, from, to);
    const [shownIn, text] = typeof at === 'string' ? [file, at] : at;
    const expected = { file: copy.pathOf(shownIn), line: lineOf(shownIn, text) };
    const problems = problemsOf().map(({ file, line, reason, fix }) => ({ file, line, message: `${reason}; ${fix}` }));
    expect(problems.filter((problem) => message.test(problem.message) && problem.line === expected.line)).toEqual([
      { ...expected, message: expect.any(String) },
    ]);
  });
});

it('a mistake behind aliases is reported once, where it is written', () => {
  edit('templates.yaml', 'that: result.status == "processing"', 'that: status == "processing"');
  expect(problemsOf()).toEqual([expect.objectContaining({ line: lineOf('templates.yaml', '- { that: status') })]);
});

describe('a folder that cannot be used', () => {
  it('names every file that is missing', () => {
    const problems = problemsOf(join(home, 'nowhere'));
    expect(problems.map(({ reason }) => reason)).toEqual(Array(7).fill('the file is missing'));
    expect(problems[0]).toEqual({
      file: join(home, 'nowhere', 'intents.yaml'),
      line: 1,
      reason: 'the file is missing',
      fix: 'create it',
    });
  });

  it('names a file that nothing is read from', () => {
    writeFileSync(join(folder, 'polices.yaml'), '');
    expect(problemsOf()).toEqual([
      expect.objectContaining({ file: join(folder, 'polices.yaml'), reason: 'no artifact is read from this file' }),
    ]);
  });

  it('needs a name that can be a tenant', () => {
    const misnamed = join(home, 'tenants/Shop-2');
    cpSync(folder, misnamed, { recursive: true });
    expect(problemsOf(misnamed)).toEqual([
      expect.objectContaining({ file: misnamed, reason: '"Shop-2" cannot be a tenant\'s name' }),
    ]);
  });

  it.each([
    ['bytes that are no UTF-8', Buffer.from([0x61, 0xff]), /cannot be read/],
    ['more than a megabyte', Buffer.alloc(1_000_001, 0x20), /larger than a megabyte/],
    [
      'aliases that unfold without end',
      Buffer.from(
        `a: &a [x]\n${'bcdefgh'
          .split('')
          .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[index]}`).join()}]`)
          .join('\n')}`,
      ),
      /an alias cannot be followed/,
    ],
    ['an alias of nothing', Buffer.from('tiers: *nothing'), /alias/i],
  ])('refuses %s', (_, content, reason) => {
    writeFileSync(join(folder, 'models.yaml'), content);
    expect(problemsOf()).toEqual([
      expect.objectContaining({ file: join(folder, 'models.yaml'), line: 1, reason: expect.stringMatching(reason) }),
    ]);
  });

  it('has all its problems in one message, a line each', () => {
    edit('intents.yaml', 'template: escalate', 'template: escape');
    edit('templates.yaml', 'dependsOn: [lookup]', 'dependsOn: [lookdown]');
    edit(
      'models.yaml',
      '  C: [{ provider: own }, { provider: openai }, { provider: anthropic }, { provider: local, model: template-prose }, { provider: local_lexical, model: template-prose }]\n',
      '',
    );
    const lines = new ArtifactError(problemsOf()).message.split('\n');
    expect(lines.map((line) => line.slice(folder.length + 1).split(':')[0])).toEqual([
      'intents.yaml',
      'templates.yaml',
      'templates.yaml',
      'templates.yaml',
      'templates.yaml',
      'models.yaml',
      'models.yaml',
    ]);
    expect(lines[0]).toBe(
      `${join(folder, 'intents.yaml')}:${lineOf('intents.yaml', 'template: escape')}: there is no template "escape"; use one of order_status, my_orders, order_contents, refund_status, ticket_status, cancel_order, change_address, refund_order, refund_order_etag, refund_order_plain, partial_refund, create_ticket, escalate, shop_question, echo_five, echo_fan_out`,
    );
  });
});
