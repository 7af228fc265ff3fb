import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DELEGATE_TOOL, type AgentExample, type AgentProfile, type ExampleArgument } from '@arbiter/contracts';
import { stringify } from 'yaml';
import { loadTenant } from '../load-tenant';
import { CopiedTenants } from '../testing/copied-tenants';
import { checkAgents } from './agents';

const shop = loadTenant(join(__dirname, '../../../../deploy/tenants/shop'));
const LOOKUP = 'shop.order.get';
const REFUND = 'shop.refund.create';

const clerk: AgentProfile = {
  agent: 'clerk',
  version: '1.0.0',
  description: 'Looks orders up',
  instructions: 'You look orders up.',
  tools: [LOOKUP],
  class: 'drafting',
};
const chief: AgentProfile = { ...clerk, agent: 'chief', tools: [LOOKUP, REFUND], mayDelegateTo: ['clerk'] };
const cashier: AgentProfile = { ...clerk, agent: 'cashier', tools: [REFUND] };

function problemsOf(...agents: readonly AgentProfile[]): readonly string[] {
  const problems: string[] = [];
  checkAgents({ ...shop, agents: [...agents] }, (file, path, reason, fix) =>
    problems.push(`${file} ${path.join('.')}: ${reason}; ${fix}`),
  );
  return problems;
}

/** The problems of a chief with one example of one call. */
const problemsOfCall = (call: AgentExample['calls'][number], more: Partial<AgentExample> = {}): readonly string[] =>
  problemsOf(clerk, {
    ...chief,
    examples: [{ wishes: ['look 1001 up', 'see order 1001', 'show me 1001'], calls: [call], copy: 'working', ...more }],
  });
const NUMBER = { orderNumber: { match: '\\d{4}' } };

describe('the agents of a tenant (EX-10)', () => {
  it('have no problem where all that they name is there', () => {
    expect(problemsOf(clerk, chief, cashier)).toEqual([]);
    expect(problemsOfCall({ tool: LOOKUP, args: NUMBER })).toEqual([]);
    expect(
      problemsOfCall({
        tool: DELEGATE_TOOL,
        args: { profile: { value: 'clerk' }, wish: { from: 'wish' }, forward_skills: { value: [LOOKUP] } },
      }),
    ).toEqual([]);
  });

  it.each<[string, readonly AgentProfile[], RegExp]>([
    [
      'two of which serve any wish',
      [
        { ...clerk, default: true },
        { ...cashier, default: true },
      ],
      /^agents\.yaml 1\.default: the agent 1 is the default already; take one of them out$/,
    ],
    [
      'with a tool that is not there',
      [{ ...clerk, tools: ['shop.order.find'] }],
      /^agents\.yaml 0\.tools\.0: there is no tool "shop\.order\.find"; use one of /,
    ],
    [
      'that have what is written searched and are not the default (EX-08)',
      [{ ...clerk, knowledge: true }],
      /^agents\.yaml 0\.knowledge: only the default agent has it searched; put a `retrieve` step before its `agent_run`/,
    ],
    [
      'that delegate to an agent that is not there',
      [{ ...chief, mayDelegateTo: ['reader'] }, cashier],
      /^agents\.yaml 0\.mayDelegateTo\.0: there is no other agent "reader"; use one of cashier/,
    ],
    [
      'that delegate to themselves',
      [{ ...chief, mayDelegateTo: ['chief'] }, clerk],
      /^agents\.yaml 0\.mayDelegateTo\.0: there is no other agent "chief"; use one of clerk/,
    ],
    [
      'that delegate to an agent none of whose tools they have (CP-06)',
      [{ ...clerk, mayDelegateTo: ['cashier'] }, cashier],
      /^agents\.yaml 0\.mayDelegateTo\.0: "clerk" has none of the tools of "cashier"; give "clerk" one of shop\.refund/,
    ],
  ])('are refused %s', (_, agents, problem) => {
    expect(problemsOf(...agents)).toEqual([expect.stringMatching(problem)]);
  });
});

describe('the examples of an agent', () => {
  it.each<[string, AgentExample['calls'][number], Partial<AgentExample>, RegExp]>([
    ['a sentence that is not there', { tool: LOOKUP, args: NUMBER }, { copy: 'compared' }, /copy: the copy has no sen/],
    ['a tool that it has not', { tool: 'shop.ticket.create', args: {} }, {}, /calls\.0\.tool: the agent may not call/],
    ['an argument too few', { tool: LOOKUP, args: {} }, {}, /calls\.0\.args: "shop\.order\.get" needs "orderNumber"/],
    [
      'an argument too many',
      { tool: LOOKUP, args: { ...NUMBER, colour: { value: 'red' } } },
      {},
      /calls\.0\.args\.colour: "shop\.order\.get" takes no argument "colour"/,
    ],
    [
      'a broken expression',
      { tool: LOOKUP, args: { orderNumber: { match: '(' } } },
      {},
      /calls\.0\.args\.orderNumber\.match: .*; write a regular expression that is valid/,
    ],
    [
      'the result of a later call',
      { tool: LOOKUP, args: { orderNumber: { from: 'results.1.number' } } },
      {},
      /calls\.0\.args\.orderNumber\.from: it names the result of a later call; name one of the 0 before it/,
    ],
    [
      'a delegation without a wish',
      { tool: DELEGATE_TOOL, args: { profile: { value: 'clerk' }, forward_skills: { value: [LOOKUP] } } },
      {},
      /calls\.0\.args: "platform\.agent\.delegate" needs "wish"; add `wish`/,
    ],
  ])('are refused with %s', (_, call, more, problem) => {
    expect(problemsOfCall(call, more)).toEqual([expect.stringMatching(problem)]);
  });

  it('delegate only where their agent may', () => {
    const call = { tool: DELEGATE_TOOL, args: {} };
    const examples = [{ wishes: ['a b', 'c d', 'e f'], calls: [call], copy: 'working' }];
    expect(problemsOf({ ...clerk, examples })).toEqual([expect.stringMatching(/may not call "platform\.agent/)]);
  });
});

let copy: CopiedTenants;
beforeEach(() => void (copy = new CopiedTenants()));
afterEach(() => copy.remove());

/** What is wrong with an agent that lists orders and looks one of them up, as its example says. */
function problemsWith(orderNumber: ExampleArgument): readonly string[] {
  const clerk = {
    agent: 'clerk',
    version: '1.0.0',
    description: 'Looks orders up',
    instructions: 'You look orders up.',
    tools: ['shop.orders.list', 'shop.order.get'],
    class: 'drafting',
    examples: [
      {
        wishes: ['a', 'b', 'c'],
        calls: [
          { tool: 'shop.orders.list', args: {} },
          { tool: 'shop.order.get', args: { orderNumber } },
        ],
        copy: 'greeting',
      },
    ],
  };
  writeFileSync(copy.pathOf('agents.yaml'), stringify([clerk]));
  return copy.problemsOf().map(({ reason, fix }) => `${reason}; ${fix}`);
}

describe('an argument that is one of a listed set', () => {
  const listed = { among: 'results.1.orders', by: 'status', take: 'orderNumber' };

  it('is taken from a list of an earlier result', () => {
    expect(problemsWith(listed)).toEqual([]);
  });

  it.each<[string, ExampleArgument, string]>([
    [
      'a list that the result does not have',
      { ...listed, among: 'results.1.inAll' },
      'the result schema has no list of records at `inAll`; name a list of it',
    ],
    [
      'a field that the records do not have',
      { ...listed, by: 'title' },
      'the records have no field "title"; use one of orderNumber, status, placedOn, total, currency',
    ],
    [
      'its own result',
      { ...listed, among: 'results.2.items' },
      'it names the result of a later call; name one of the 1 before it',
    ],
  ])('is refused where it names %s', (_, argument, problem) => {
    expect(problemsWith(argument)).toContain(problem);
  });
});
