import type { AgentProfile, ArtifactBundle } from '@arbiter/contracts';
import { planBundle } from '../fixtures/plan-bundle';
import { requested } from '../fixtures/run-story';
import { compilePlan } from './compile/compile-plan';

const clerk: AgentProfile = {
  agent: 'clerk',
  version: '1.0.0',
  description: 'Looks around',
  instructions: 'Look around.',
  tools: ['shop.order.get', 'arbiter.echo.say'],
  class: 'drafting',
  default: true,
};
const bundle = (twoStage: boolean): ArtifactBundle => ({
  ...planBundle,
  agents: [clerk],
  conversation: { ...planBundle.conversation, twoStage },
});
const request = {
  ...requested().data,
  purpose: 'agent',
  template: null,
  intentId: null,
  args: { wish: 'Compare.' },
} as const;

it("the wish that an agent serves becomes a plan whose scope is exactly that of the agent's tools (TP-15, PL-04)", () => {
  expect(compilePlan(request, bundle(true))).toMatchObject({
    template: 'platform.agent',
    scope: { allowed: { arbiter: ['echo'], shop: ['orders.read'] } },
    steps: [{ id: 'work', type: 'agent_run', agent: { profile: 'clerk', tools: clerk.tools } }],
  });
});

it('what is written is searched for the wish first, where the agent wants that (EX-08)', () => {
  const knowing = { ...bundle(true), agents: [{ ...clerk, knowledge: true }] };
  expect(compilePlan(request, knowing)).toMatchObject({
    steps: [
      { id: 'find', type: 'retrieve', optional: true, args: { query: { from: 'args.wish' } } },
      { id: 'work', type: 'agent_run', dependsOn: ['find'] },
    ],
  });
});

it('there is no such plan where the flag is off (TP-16)', () => {
  expect(compilePlan(request, bundle(false))).toMatchObject({ reason: 'unknown_template' });
});
