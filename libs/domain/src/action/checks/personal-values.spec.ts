import type { PersonalValues, PolicyRule } from '@arbiter/contracts';
import { actionBundle, actionPolicy } from '../../fixtures/action-bundle';
import { actionRequested, approvalGiven } from '../../fixtures/action-events';
import { honestProvenance } from '../../fixtures/provenance';
import { contextOf, given } from '../../specification';
import { actionDecider } from '../action-decider';

const TOKEN = '<EMAIL_7f3a90c1d2e4>';
const ADDRESS = 'ida@example.com';
const ticket = (summary: string) => actionRequested({ tool: 'shop.ticket.create', args: { summary } });

function story(summary: string, personal?: PersonalValues, bundle = actionBundle()) {
  const asked = ticket(summary);
  const provenance = honestProvenance(asked.data, bundle);
  const request = { ...provenance.request, data: { ...provenance.request.data, ...(personal && { personal }) } };
  return given(actionDecider, contextOf(bundle, { provenance: { ...provenance, request } }))
    .facts()
    .when(asked);
}
const rule = (more: Partial<PolicyRule>) =>
  actionPolicy({ rules: [{ rule: 'r', tools: ['shop.*'], effect: 'allow', reason: '', ...more }] });

describe('a token among the arguments of an action (AG-08)', () => {
  it('gives way to its value in what is sent, and nowhere before', () => {
    const queued = story(`Write to ${TOKEN}.`, { [TOKEN]: ADDRESS }).fact('action.queued');
    expect(queued.request).toMatchObject({ args: { summary: `Write to ${ADDRESS}.` } });
    expect(JSON.stringify(queued.request)).not.toContain(TOKEN);
  });

  it.each<[string, PersonalValues | undefined]>([
    ['that the run was given no value for', undefined],
    ['that another run was given', { '<EMAIL_000000000000>': ADDRESS }],
  ])('%s is refused, never sent on', (_, personal) => {
    expect(story(`Write to ${TOKEN}.`, personal).fact('action.denied')).toMatchObject({
      code: 'unknown_token',
      checks: { rule: 'tokens' },
    });
  });

  it('is judged by its value: the policy sees what will be sent', () => {
    const policy = rule({ when: `args.summary.contains("${ADDRESS}")`, effect: 'deny' });
    expect(story(TOKEN, { [TOKEN]: ADDRESS }, actionBundle({ policy })).fact('action.denied')).toMatchObject({
      code: 'policy_denied',
    });
  });

  it('waits for a yes as a token beside what the person is shown, and gives way once it is approved', () => {
    const policy = actionPolicy({ risk: [{ tool: 'shop.ticket.create', kind: 'suspend' }] });
    const suspended = story(TOKEN, { [TOKEN]: ADDRESS }, actionBundle({ policy }));
    const { binding, request } = suspended.fact('action.suspended');
    expect(request).toMatchObject({ args: { summary: TOKEN }, sent: { summary: ADDRESS } });
    const approved = suspended.when(approvalGiven(binding));
    expect(approved.fact('action.queued').request).toMatchObject({ args: { summary: ADDRESS } });
  });
});
