import type { ArtifactBundle, Consent, PolicyDefinition } from '@arbiter/contracts';
import { actionBundle, actionPolicy } from '../../fixtures/action-bundle';
import { actionRequested, approvalGiven } from '../../fixtures/action-events';
import { honestProvenance } from '../../fixtures/provenance';
import { look, segmentStory } from '../../fixtures/segment-story';
import { contextOf, given, incoming } from '../../specification';
import { actionDecider } from '../action-decider';

const consent = (kind: Consent['kind'], rule = 'r'): Consent => ({ kind, rule, requestId: 'run-1' });
const LARGE = { orderNumber: '1003', amount: 60 };

function story(kind: Consent['kind'] | null, asked = actionRequested(), bundle: ArtifactBundle = actionBundle()) {
  const provenance = honestProvenance(asked.data, bundle, { consent: kind === null ? null : consent(kind) });
  return given(actionDecider, contextOf(bundle, { provenance })).facts().when(asked);
}
const risk = (...rules: PolicyDefinition['risk']) => actionBundle({ policy: actionPolicy({ risk: rules }) });
const tool = 'shop.refund.create';

describe('the consent an action stands upon', () => {
  it('without one nothing is changed, and a read needs none', () => {
    expect(story(null).fact('action.denied')).toMatchObject({
      code: 'consent_missing',
      checks: { rule: 'consent', consent: null },
    });
    story(null, actionRequested({ tool: 'shop.order.get', args: { orderNumber: '1003' } })).thenNamed('action.queued');
  });

  it('an action without a plain request waits below every threshold, with the question of its risk rule', () => {
    expect(story('asked').fact('action.suspended')).toMatchObject({
      question: 'approval_question',
      checks: { rule: 'consent:asked', consent: 'asked' },
    });
  });

  it('an action that may be done already waits, and says so', () => {
    const asked = actionRequested();
    const provenance = honestProvenance(asked.data, actionBundle(), { consent: consent('asked', 'may_be_done') });
    const waiting = given(actionDecider, contextOf(actionBundle(), { provenance })).facts().when(asked);
    expect(waiting.fact('action.suspended').checks).toMatchObject({ rule: 'consent:may_be_done', consent: 'asked' });
  });

  it('and waits where the tenant lets everything go, with a question that names the deed', () => {
    expect(story('asked', actionRequested(), risk({ tool, kind: 'dispatch' })).fact('action.suspended')).toMatchObject({
      question: 'approval_default',
    });
  });

  it.each(['clear', 'confirmed', 'direct'] as const)(
    '%s is carried out by the risk rules, which can only ask for more',
    (kind) => {
      expect(story(kind).fact('action.queued').checks).toMatchObject({ consent: kind });
      expect(story(kind, actionRequested({ args: LARGE })).fact('action.suspended').checks).toMatchObject({
        consent: kind,
        rule: 'risk:suspend_unless_below_threshold',
      });
      story(kind, actionRequested(), risk()).thenNamed('action.suspended');
    },
  );

  it('is confirmed once a yes lets the action go', () => {
    const asked = story('asked');
    const approved = asked
      .when(approvalGiven(asked.fact('action.suspended').binding))
      .thenNamed('action.approved', 'action.queued');
    expect(approved.fact('action.queued').checks).toMatchObject({ consent: 'confirmed', allowed: true });
  });
});

describe('an approval', () => {
  const asked = story('asked');
  const { binding } = asked.fact('action.suspended');

  it('of another conversation changes nothing', () => {
    const { data } = approvalGiven(binding);
    asked
      .when(incoming('approval.given', data, { stream: 'session-shop-somebody-else' }))
      .thenIgnored('another_conversation');
    asked
      .when(incoming('approval.given', { ...data, decision: 'reject' }, { stream: 'session-shop-somebody-else' }))
      .thenIgnored('another_conversation');
  });

  it('of another run changes nothing', () => {
    const { data, stream } = approvalGiven(binding);
    asked.when(incoming('approval.given', { ...data, runId: 'run-9' }, { stream })).thenIgnored('another_run');
  });

  it('sends nothing once the log holds no plan of it', () => {
    const later = given(actionDecider, contextOf(actionBundle(), { provenance: null })).facts(...asked.history);
    expect(later.when(approvalGiven(binding)).fact('action.rejected')).toMatchObject({
      code: 'approval_drift',
      reason: expect.stringContaining('plan_missing'),
    });
  });
});

it('a decision that lets something go asks for what it stands upon, and no other does', () => {
  const step = (state: ReturnType<typeof actionDecider.initial>, input: Parameters<typeof actionDecider.decide>[1]) => {
    const found = actionDecider.provenance!(state, input);
    return found && `${found.runId}.${found.stepIds.join()}`;
  };
  const { state } = story('asked');
  const request = actionRequested();
  expect([
    step(actionDecider.initial(), request),
    step(actionDecider.initial(), {
      name: 'segment.read',
      segment: segmentStory([look('a')]).segment(),
      reads: [],
      isWithdrawn: false,
    }),
    step(state, approvalGiven('b')),
  ]).toEqual(['run-1.refund', 'run-1.a', 'run-1.refund']);
  expect([
    step(state, request),
    step(actionDecider.initial(), approvalGiven('b')),
    step(state, { name: 'due', key: 'expiry' }),
  ]).toEqual([null, null, null]);
});
