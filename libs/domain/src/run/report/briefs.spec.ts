import type { ArtifactBundle } from '@arbiter/contracts';
import { planBundle } from '../../fixtures/plan-bundle';
import { begun, failed, succeeded, suspended } from '../../fixtures/run-story';

const ORDER = {
  name: 'orderNumber',
  expectedType: 'identifier' as const,
  required: true,
  prompt: 'Which?',
  pattern: '^\\d{4}$',
};
const bundle: ArtifactBundle = {
  ...planBundle,
  intents: [
    ...planBundle.intents.map((intent) => ({ ...intent, label: 'Order {orderNumber}' })),
    {
      intent: 'refund_order',
      label: 'Refund {orderNumber}',
      description: 'Pays back.',
      examples: ['a', 'b', 'c'],
      template: 'refund_order',
      slots: [{ ...ORDER, sensitive: true }],
    },
  ],
  policy: {
    ...planBundle.policy,
    risk: [{ tool: 'shop.refund.create', kind: 'suspend', question: 'approval_question' }],
  },
  copy: {
    ...planBundle.copy,
    sentences: {
      ...planBundle.copy.sentences,
      order_status_brief: '{status}',
      approval_question_brief: '{args.amount} EUR',
    },
  },
};
const status = { template: 'order_status', intentId: 'order_status', args: { orderNumber: '1002' } };
const refund = { template: 'refund_order', intentId: 'refund_order', args: { orderNumber: '1003' } };
type Story = ReturnType<typeof begun>;
const shown = (story: Story, kind: string) => story.shown.find(({ payload }) => payload['kind'] === kind)?.payload;

describe('the small sign of a topic', () => {
  it('is called by what is worked on', () => {
    expect(shown(begun(bundle, status), 'plan')).toMatchObject({ label: 'Order 1002' });
    expect(shown(begun(bundle, { ...status, args: {} }), 'plan')).toMatchObject({ label: 'Order' });
    expect(shown(begun(bundle, { purpose: 'respond', copy: 'greeting', args: {} }), 'plan')).toMatchObject({
      label: null,
    });
  });

  it('never says what is sensitive (CL-11)', () => {
    expect(shown(begun(bundle, refund), 'plan')).toMatchObject({ label: 'Refund' });
  });

  it('says what a proposal is about, from what will be sent', () => {
    const waiting = begun(bundle, refund)
      .when(succeeded('lookup', { status: 'shipped', total: 126.47 }))
      .when(suspended('refund'));
    expect(shown(waiting, 'workflow_proposed')).toMatchObject({ brief: '126.47 EUR' });
    const wordless = begun(planBundle, refund)
      .when(succeeded('lookup', { status: 'shipped', total: 126.47 }))
      .when(suspended('refund'));
    expect(shown(wordless, 'workflow_proposed')).toMatchObject({ brief: null });
  });

  it('says how it ended, and nothing when it did not do what it should', () => {
    expect(shown(begun(bundle, status).when(succeeded('lookup', { status: 'shipped' })), 'reply')).toMatchObject({
      brief: 'shipped',
    });
    expect(shown(begun(bundle, status).when(failed('lookup', 'not_found', 'none')), 'reply')).not.toHaveProperty(
      'brief',
    );
    expect(
      shown(begun(planBundle, status).when(succeeded('lookup', { status: 'shipped' })), 'reply'),
    ).not.toHaveProperty('brief');
  });
});
