import { writeFileSync } from 'node:fs';
import type { ExampleArgument } from '@arbiter/contracts';
import { stringify } from 'yaml';
import { CopiedTenants } from '../testing/copied-tenants';

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
