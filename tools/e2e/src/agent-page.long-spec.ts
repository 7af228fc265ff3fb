import { readFileSync } from 'node:fs';
import type { AgentProfile } from '@arbiter/contracts';
import { alteredShop } from './altered-shop';
import { describePage } from './describe-page';
import { RecordingModel } from './recording-model';
import { eventually } from './test-system';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const OFFERED = 'shop-order-get';
const DELEGATED = 'platform-agent-delegate';

const PROFILE: Omit<AgentProfile, 'agent' | 'description'> = {
  version: '1.0.0',
  instructions: 'You look orders up for customers of a shop.',
  tools: ['shop.order.get'],
  class: 'drafting',
};

/** The demo shop, in which an agent serves what no template does, or has another one do it. */
const servedByAgent = (): string =>
  alteredShop({
    'agents.yaml': () => [
      { ...PROFILE, agent: 'clerk', description: 'Looks around', default: true, mayDelegateTo: ['reader'] },
      { ...PROFILE, agent: 'reader', description: 'Reads up' },
    ],
    'conversation.yaml': (conversation) => ({ ...conversation, twoStage: true }),
  });

let model: RecordingModel;
beforeAll(async () => {
  model = await RecordingModel.open();
});
beforeEach(() => {
  model.call = ({ notes, tools }) =>
    tools.length > 0 && notes.length < 2
      ? [{ name: OFFERED, args: { orderNumber: ['1001', '1002'][notes.length] } }]
      : [];
  model.say = ({ notes }) => (notes.length < 2 ? 'One moment, please.' : 'Order 1002 is shipped.');
});
afterAll(() => model.close());

describePage(
  'an agent at the page (CH-13, EV-10)',
  ({ open, arbiter }) => {
    it('shows its phases and calls as they happen, waits upon a press, and goes on upon another', async () => {
      await using chat = await open();
      await arbiter().faults([{ route: 'GET /customers/{customerId}/orders/{orderNumber}', kind: 'held' }]);
      await chat.say('Compare things with one another for me');
      await chat.log.getByText('Looking things up (1)').waitFor();
      await chat.log.getByRole('button', { name: 'Pause' }).click();
      await eventually('the agent to hear of it', () => arbiter().count('agent.pausing'));
      await arbiter().faults([]);
      await chat.log.getByText('Paused', { exact: true }).waitFor();
      await chat.replies.getByText("Reads one of the customer's own orders.").first().waitFor();
      await chat.page.evaluate(AXE);
      const { violations } = (await chat.page.evaluate('axe.run()')) as {
        violations: { id: string; impact: string }[];
      };
      expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
      const picture = process.env['ARBITER_PICTURE'];
      if (picture) await chat.page.screenshot({ path: picture });
      await chat.log.getByRole('button', { name: 'Go on' }).click();
      await chat.replies.getByText('Order 1002 is shipped.').waitFor();
      expect(await chat.log.getByRole('button', { name: 'Go on' }).count()).toBe(0);
      expect(await arbiter().count('agent.resumed')).toBe(1);
      expect(chat.requests).toContainEqual(expect.stringMatching(/^POST \/api\/chat\/messages_two_stage$/));
      expect(chat.complaints).toEqual([]);
    });

    it('is stopped for good', async () => {
      await using chat = await open();
      await arbiter().faults([{ route: 'GET /customers/{customerId}/orders/{orderNumber}', kind: 'held' }]);
      await chat.say('Compare things with one another for me');
      await chat.log.getByText('Looking things up (1)').waitFor();
      await chat.page.getByRole('button', { name: 'Stop' }).click();
      await arbiter().faults([]);
      await chat.replies.locator('.verdict').getByText('Stopped').waitFor();
      expect(await chat.log.getByRole('button', { name: 'Pause' }).count()).toBe(0);
    });

    it('shows what a delegate called under it, and which tools it was not given (CP-05)', async () => {
      const wanted = ['shop.order.get', 'shop.refund.create'];
      model.call = ({ notes, tools }) => {
        if (tools.length === 0 || notes.length > 0) return [];
        return tools.includes(DELEGATED)
          ? [{ name: DELEGATED, args: { profile: 'reader', wish: 'Look 1003 up.', forward_skills: wanted } }]
          : [{ name: OFFERED, args: { orderNumber: '1003' } }];
      };
      model.say = () => 'Order 1003 is there.';
      await using chat = await open();
      await chat.say('Compare things with one another for me');
      const delegation = chat.replies.locator('.step[data-depth="1"]').filter({ hasText: 'Reads up' });
      await delegation.getByText('Not allowed here: shop.refund.create', { exact: true }).waitFor();
      expect(await chat.replies.locator('.step[data-depth="2"]').count()).toBe(1);
    });
  },
  () => ({
    tenants: [servedByAgent()],
    environment: { ARBITER_MODEL_URL: model.url, ARBITER_MODEL: 'llama' },
  }),
);
