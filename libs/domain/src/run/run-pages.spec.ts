import { stepOrigin, type EventData, type ListDeclaration, type Plan } from '@arbiter/contracts';
import { NOON, invoice, playbookBundle, reminder, reminderRequest, reminders } from '../fixtures/playbook-bundle';
import { argumentsOf } from '../fixtures/run-story';
import { compilePlaybook, compileVerdict } from '../plan';
import { contextOf, given, incoming } from '../specification';
import { runDecider } from './run-decider';

const MOST = 5;
const { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces, args } = reminderRequest();
const RUN = { requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces };

/** An instance of the playbook, or a look at its objective alone, of a ledger whose list is declared like this. */
function begun(list?: ListDeclaration, purpose: 'playbook' | 'verdict' = 'playbook') {
  const tools = playbookBundle.tools.map((tool) =>
    tool.tool === 'ledger.invoice.list' && list ? { ...tool, list } : tool,
  );
  const definition = { ...reminders, reads: [{ ...reminders.reads[0]!, pages: { argument: 'page', most: MOST } }] };
  const active = { ...playbookBundle.playbooks![0]!, definition };
  const bundle = { ...playbookBundle, tools, playbooks: [active] };
  const compiled = purpose === 'playbook' ? compilePlaybook(reminder, active, bundle) : compileVerdict(active, bundle);
  const plan = compiled as Plan;
  const context = contextOf(bundle, { now: NOON, tenant: 'shop', customerId: 'playbook.reminders' });
  const accepted = incoming('plan.accepted', { ...RUN, planHash: 'plan-hash', plan, fallback: false, args });
  return given(runDecider, context).facts().when(accepted);
}
const OF_PAGE = (page: number, read = 'invoices') => ({
  actionId: `run-1.${read}_${page}`,
  runId: 'run-1',
  stepId: `${read}_${page}`,
  origin: stepOrigin(`${read}_${page}`),
  tool: 'ledger.invoice.list',
  attempt: 1,
  checks: null,
  completedAt: NOON,
});
const brought = (page: number, result: unknown, read?: string) =>
  incoming('action.succeeded', { ...OF_PAGE(page, read), result, recovered: false } as EventData<'action.succeeded'>);
const failed = (page: number, code: string) =>
  incoming('action.failed', { ...OF_PAGE(page), code, reason: '' } as EventData<'action.failed'>);
const full = (page: number, marks = {}) => ({ invoices: [invoice(`INV-${page}`)], ...marks });

describe('the pages of a list', () => {
  it('are asked for until one is empty, and no further', () => {
    const first = begun().thenNamed('run.opened', 'run.planned', 'segment.requested');
    const second = first.when(brought(1, full(1))).thenNamed('step.completed', 'segment.requested');
    expect(second.fact('segment.requested').steps.map(({ stepId }) => stepId)).toEqual(['invoices_2']);
    expect(argumentsOf(second, 'invoices_2')).toMatchObject({ page: 2 });
    const through = second.when(brought(2, { invoices: [] }));
    expect(through.fact('sweep.begun')).toMatchObject({ read: 1, selected: 1 });
    expect(through.fact('sweep.begun').incomplete).toBeUndefined();
  });

  it('cost one request where the vendor says that there is one', () => {
    const through = begun({ items: 'invoices', pages: 'pages' }).when(brought(1, full(1, { pages: 1 })));
    through.thenNamed('step.completed', 'sweep.begun', 'branch.requested');
  });

  it('are asked for with what the header Link gave, and no further than it gave something', () => {
    const list = { items: 'invoices', link: 'page_info' };
    const second = begun(list).when(brought(1, full(1, { $next: 'c2' })));
    expect(second.fact('segment.requested').steps.map(({ stepId }) => stepId)).toEqual(['invoices_2']);
    expect(argumentsOf(second, 'invoices_2')).toMatchObject({ page: 'c2' });
    const through = second.when(brought(2, full(2, { $next: null })));
    expect(through.fact('sweep.begun')).toMatchObject({ read: 2, selected: 2 });
    expect(through.fact('sweep.begun').incomplete).toBeUndefined();
  });

  it('are asked for together after the first, where the vendor counts them', () => {
    const second = begun({ items: 'invoices', pages: 'pages' }).when(brought(1, full(1, { pages: 3 })));
    const { steps } = second.thenNamed('step.completed', 'segment.requested').fact('segment.requested');
    expect(steps.map(({ stepId }) => stepId)).toEqual(['invoices_2', 'invoices_3']);
  });

  it('leave out what is beyond their limit, and say so', () => {
    const chain = Array.from({ length: MOST }, (_, index) => index + 1);
    const through = chain.reduce((so, page) => so.when(brought(page, full(page))), begun());
    expect(through.fact('sweep.begun')).toMatchObject({ read: MOST, incomplete: true });
  });

  it('end with the answer that there is no such page, where the tool declares it and a page came before', () => {
    const list = { items: 'invoices', past: [404] };
    const through = begun(list)
      .when(brought(1, full(1)))
      .when(failed(2, 'no_such_page'));
    expect(through.fact('sweep.begun')).toMatchObject({ read: 1, selected: 1 });
    expect(through.fact('sweep.begun').incomplete).toBeUndefined();
    expect(begun(list).when(failed(1, 'no_such_page')).fact('run.completed')).toMatchObject({ status: 'error' });
    const undeclared = begun()
      .when(brought(1, full(1)))
      .when(failed(2, 'not_found'));
    expect(undeclared.fact('run.completed')).toMatchObject({ status: 'error', code: 'not_found' });
  });

  it('are read the same way by a look at the objective alone (EVL-05)', () => {
    const looked = (page: number, result: unknown) => brought(page, result, 'check_invoices');
    const first = begun(undefined, 'verdict').thenNamed('run.opened', 'run.planned', 'segment.requested');
    const second = first.when(looked(1, full(1))).thenNamed('step.completed', 'segment.requested');
    expect(second.fact('segment.requested').steps.map(({ stepId }) => stepId)).toEqual(['check_invoices_2']);
    expect(argumentsOf(second, 'check_invoices_2')).toMatchObject({ page: 2 });
    const through = second.when(looked(2, { invoices: [] }));
    expect(through.fact('verdict.reached')).toMatchObject({ by: 'watch', verdict: 'fails', objects: 1 });
    const empty = first.when(looked(1, { invoices: [] }));
    expect(empty.fact('verdict.reached')).toMatchObject({ by: 'watch', verdict: 'holds', objects: 0 });
    expect(empty.fact('run.completed')).toMatchObject({ status: 'ok' });
  });
});
