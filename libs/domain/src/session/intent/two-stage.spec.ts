import { tierOf, type AgentProfile, type ArtifactBundle } from '@arbiter/contracts';
import { completed, proposed, said, suspended } from '../../fixtures/session-inputs';
import { shopBundle } from '../../fixtures/shop-bundle';
import { contextOf, given } from '../../specification';
import { sessionDecider } from '../session-decider';

const clerk: AgentProfile = {
  agent: 'clerk',
  version: '1.0.0',
  description: 'Looks around',
  instructions: 'Look around.',
  tools: ['shop.order.get', 'arbiter.echo.say'],
  class: 'drafting',
  default: true,
};
const examples = [{ wishes: ['a', 'b', 'c'], calls: [{ tool: 'arbiter.echo.say', args: {} }], copy: 'working' }];
/** An agent that needs no language model. */
const served = (bundle: ArtifactBundle, twoStage = true): ArtifactBundle => ({
  ...bundle,
  agents: [{ ...clerk, examples }],
  conversation: { ...bundle.conversation, twoStage },
});
const WISH = 'Which of my last two orders was dearer?';
const asked = (bundle: ArtifactBundle, more: Parameters<typeof said>[2], intentId: string | null = null) =>
  given(sessionDecider, contextOf(bundle))
    .facts()
    .when(said('T1', WISH, more))
    .when(proposed('T1', intentId, {}, intentId === null ? 0.2 : 0.9));

describe('a message by the two-stage route (TP-15)', () => {
  it('has an agent serve what no template does', () => {
    const story = asked(served(shopBundle), { twoStage: true });
    expect(story.fact('run.requested')).toMatchObject({ purpose: 'agent', threadId: 'T1', args: { wish: WISH } });
    expect(story.fact('intent.classified')).toMatchObject({ rule: 'served_by_agent', unknownIntent: true });
  });

  it.each([
    ['a language model read it', 'local', ['local'], 'agent'],
    ['an embedded provider read it in place of a language model', 'far', ['far', 'local'], 'clarify'],
    ['no language model ever reads a wish', 'far', ['local'], 'agent'],
  ])('is served by an agent without examples where there may be a model: %s', (_, name, reading, purpose) => {
    const bundle = { ...served(shopBundle), agents: [clerk] };
    const tier = tierOf(bundle.models, bundle.models.purposes.intent)!;
    const far = { name, kind: 'openai_compatible', model: 'far-1', contextTokens: 8_000 } as const;
    const tiers = { ...bundle.models.tiers, [tier]: reading.map((provider) => ({ provider })) };
    const models = { ...bundle.models, providers: [{ ...far }], tiers };
    expect(asked({ ...bundle, models }, { twoStage: true }).fact('run.requested').purpose).toBe(purpose);
  });

  it('consents to no deed: whatever its agent would change is asked about (AG-13)', () => {
    expect(asked(served(shopBundle), { twoStage: true }).fact('run.requested').consent).toMatchObject({
      kind: 'asked',
      rule: 'served_by_agent',
    });
  });

  it('is a topic of its own until its agent ends: it waits for a yes, and can be stopped', () => {
    const working = asked(served(shopBundle), { twoStage: true });
    working.when(said('T2', 'forget it')).thenNamed('turn.routed', 'run.cancel_requested', 'run.requested');
    const waiting = working.when(suspended('T1', 'T1', 'T1.work.call.1'));
    expect(waiting.fact('thread.followed')).toMatchObject({ status: 'workflow_proposed', actionId: 'T1.work.call.1' });
    const agreed = waiting.when(said('T2', 'yes')).fact('approval.given');
    expect(agreed).toMatchObject({ runId: 'T1', actionId: 'T1.work.call.1', decision: 'approve' });
    expect(working.when(completed('T1', 'T1')).fact('thread.followed')).toMatchObject({ status: 'done' });
  });

  it('is served by the template where one does', () => {
    const story = asked(served(shopBundle), { twoStage: true }, 'order_status');
    expect(story.fact('run.requested')).toMatchObject({ purpose: 'template', template: 'order_status' });
  });

  it.each([
    ['came by the usual route', served(shopBundle), {}],
    ['came when the flag was off', served(shopBundle, false), { twoStage: true } as const],
    ['came where no agent is the default', { ...served(shopBundle), agents: [] }, { twoStage: true } as const],
  ])('is answered as ever where it %s', (_, bundle, more) => {
    expect(asked(bundle, more).fact('run.requested')).toMatchObject({ purpose: 'clarify', copy: 'unknown_intent' });
  });
});
