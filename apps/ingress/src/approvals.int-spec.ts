import { createHash } from 'node:crypto';
import {
  actionIdOf,
  branchRunId,
  instanceRunId,
  playbookName,
  streamOf,
  stepOrigin,
  type ApprovalPage,
  type EventData,
  type Plan,
} from '@arbiter/contracts';
import { activateArtifacts } from '@arbiter/artifacts';
import { playbookBundle } from './testing/playbook-bundle';
import { Laboratory, type RunningIngress } from './testing/laboratory';
import { OtherServices } from './testing/other-services';

const DAY = '2026-07-02';
const AT = '2026-07-02T07:00:00.000Z';
const LATER = '2999-01-01T00:00:00.000Z';
const digest = (key: string): string => createHash('sha256').update(key).digest('hex');
const KEYS = [
  `operator:${digest('key-of-operator')}:shop:links+approvals`,
  `reader:${digest('key-of-reader')}:shop`,
  `stranger:${digest('key-of-stranger')}:other:approvals`,
].join(',');

type Page = Pick<ApprovalPage, 'approvals' | 'after'>;

/** A page and one more. */
const OBJECTS = Array.from({ length: 51 }, (_, index) => `I-${index + 1}`);

describe('the approvals of a tenant', () => {
  let laboratory: Laboratory;
  let running: RunningIngress;
  const runId = instanceRunId('shop', { playbook: 'reminders', day: DAY });
  const others = new OtherServices(() => running, playbookName('reminders'), AT);
  const idOf = (object: string): string => `${branchRunId(runId, object)}.send`;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    await activateArtifacts(laboratory.stack.postgres.url, playbookBundle, 'playbooks', AT);
    running = await laboratory.start({ ARBITER_API_KEYS: KEYS });
    for (const object of OBJECTS) await asks(object, LATER);
    await asks('I-late', AT);
    await others.fold();
  });
  afterAll(() => laboratory.close());

  /** A branch waits for a yes to its letter. */
  async function asks(object: string, expiresAt: string): Promise<void> {
    const branchId = branchRunId(runId, object);
    const action = { actionId: idOf(object), runId: branchId, stepId: 'send' };
    const suspended: EventData<'run.suspended'> = {
      ...action,
      threadId: `reminders#${DAY}`,
      sessionId: playbookName('reminders'),
      channel: 'playbook',
      messageId: null,
      locale: 'en',
      anchor: null,
      binding: `binding of ${object}`,
      answerTo: 'send',
      question: { key: 'send', expectedType: 'yes_no', prompt: `Send ${object}?` },
      proposal: `Send ${object}`,
      branch: { runId, stepId: 'sweep', object },
      expiresAt,
    };
    await others.write('run.suspended', streamOf('run', 'shop', branchId), suspended);
  }

  const ask = (key: string, path = '', answer?: unknown) =>
    fetch(`${running.url}/api/approvals${path}`, {
      method: answer === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer key-of-${key}`, 'content-type': 'application/json' },
      ...(answer === undefined ? {} : { body: JSON.stringify(answer) }),
    });
  const answer = (key: string, object: string, said: unknown) => ask(key, `/${encodeURIComponent(idOf(object))}`, said);
  const received = async (): Promise<number> =>
    (await running.ingress.core.database.pool.query("select from event where type = 'arbiter.approval.received.v1'"))
      .rowCount!;

  it('are listed page by page while they wait, with what exactly is asked', async () => {
    const first = (await (await ask('reader')).json()) as Page;
    expect(first.approvals).toHaveLength(50);
    const rest = (await (await ask('reader', `?after=${encodeURIComponent(first.after!)}`)).json()) as Page;
    expect(rest.after).toBeNull();
    const objects = [...first.approvals, ...rest.approvals].map(({ object }) => object);
    expect(objects.toSorted()).toEqual(OBJECTS.toSorted());
    expect(await (await ask('reader', `/${encodeURIComponent(idOf('I-1'))}`)).json()).toMatchObject({
      id: idOf('I-1'),
      playbook: 'reminders',
      day: DAY,
      runId,
      object: 'I-1',
      status: 'open',
      question: 'Send I-1?',
      plan: 'Send I-1',
    });
  });

  it('show the letter that was written for one, and not its number alone', async () => {
    const branchId = branchRunId(runId, 'I-2');
    const step = { title: 'A letter', type: 'tool_call' as const, dependsOn: [], optional: false };
    const steps: Plan['steps'] = [
      { ...step, id: 'write', tool: 'mail.draft.create', args: { subject: 'An open invoice' } },
      { ...step, id: 'send', tool: 'mail.draft.send', args: { draftId: { from: 'steps.write.draftId' } } },
    ];
    await others.write('run.planned', streamOf('run', 'shop', branchId), {
      runId: branchId,
      planHash: 'plan',
      fallback: false,
      args: {},
      plan: { intentId: null, template: 'reminders', templateVersion: '1', scope: null, steps },
    });
    const actionId = actionIdOf(branchId, stepOrigin('write'));
    const letter = { subject: 'An open invoice', body: 'Please pay.\u202e' };
    await others.write('action.queued', streamOf('action', 'shop', actionId), {
      actionId,
      runId: branchId,
      stepId: 'write',
      origin: stepOrigin('write'),
      tool: 'mail.draft.create',
      checks: null,
      attempt: 1,
      tried: 0,
      unsettled: false,
      idempotencyKey: 'key',
      planHash: 'plan',
      artifacts: 'bundle',
      request: { args: letter },
      keyExpiresAt: null,
      queuedAt: AT,
      takeUpAt: AT,
    });
    expect(await (await ask('reader', `/${encodeURIComponent(idOf('I-2'))}`)).json()).toMatchObject({
      prepared: [{ tool: 'mail.draft.create', args: { ...letter, body: 'Please pay.\ufffd' } }],
    });
  });

  it.each([
    [`?playbook=reminders&day=${DAY}`, 50],
    ['?playbook=stock', 0],
    ['?day=2026-07-01', 0],
  ])('are listed of a playbook or a day alone: %s', async (path, count) => {
    expect(((await (await ask('reader', path)).json()) as Page).approvals).toHaveLength(count);
  });

  it.each(['day=yesterday', 'playbook=', 'after=soon'])('are not listed by %s', async (filter) => {
    const refused = await ask('reader', `?${filter}`);
    expect([refused.status, await refused.json()]).toMatchObject([400, { field: filter.split('=')[0] }]);
  });

  it('say whether the key may answer them', async () => {
    const pages = await Promise.all(['operator', 'reader'].map(async (key) => (await ask(key)).json()));
    expect(pages).toMatchObject([{ mayAnswer: true }, { mayAnswer: false }]);
  });

  it('are not shown to another tenant', async () => {
    expect(await (await ask('stranger')).json()).toMatchObject({ approvals: [], after: null });
    const refused = await answer('stranger', 'I-1', { decision: 'approve' });
    expect([refused.status, await refused.json()]).toMatchObject([404, { field: 'id' }]);
  });

  it('are answered by a key that may, and by no other', async () => {
    const refused = await answer('reader', 'I-1', { decision: 'approve' });
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { field: 'authorization', detail: expect.stringContaining('name:sha256:tenant:approvals') },
    ]);
    expect(await received()).toBe(0);
  });

  it.each([
    ['what is no decision', { decision: 'yes' }, 'decision'],
    ['nothing', {}, 'decision'],
    ['an empty reason', { decision: 'reject', reason: '' }, 'reason'],
    ['a reason without end', { decision: 'reject', reason: 'x'.repeat(501) }, 'reason'],
    ['another field', { decision: 'approve', amount: 1 }, 'amount'],
  ])('are not answered with %s', async (_, said, field) => {
    const refused = await answer('operator', 'I-1', said);
    expect([refused.status, await refused.json()]).toMatchObject([400, { field }]);
    expect(await received()).toBe(0);
  });

  it('are answered once, by the first caller (AP-08)', async () => {
    const said = await Promise.all(
      ['approve', 'approve', 'reject'].map((decision) => answer('operator', 'I-2', { decision })),
    );
    expect(await received()).toBe(1);
    const decided = said.filter(({ status }) => status === 202);
    expect(decided.length + said.filter(({ status }) => status === 409).length).toBe(3);
    const [first] = (await Promise.all(decided.map((one) => one.json()))) as { decision: string; answeredBy: string }[];
    expect(first!.answeredBy).toBe('operator');
    const same = await answer('operator', 'I-2', { decision: first!.decision });
    expect([same.status, await same.json()]).toEqual([202, first]);
  });

  it('that waited too long, or that there are not, are told so', async () => {
    const late = await answer('operator', 'I-late', { decision: 'approve' });
    expect([late.status, await late.json()]).toMatchObject([409, { type: 'urn:arbiter:problem:approval_expired' }]);
    const none = await answer('operator', 'I-none', { decision: 'approve' });
    expect([none.status, await none.json()]).toMatchObject([404, { type: 'urn:arbiter:problem:unknown_approval' }]);
    expect(await received()).toBe(1);
  });
});
