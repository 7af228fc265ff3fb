import type { TemplateDefinition } from '@arbiter/contracts';
import { alteredShop } from '../altered-shop';
import { AGENTS, asking } from './agents';
import type { Play } from './play';

export interface Scenario {
  readonly title: string;
  /** whether the order is paid back without a question */
  readonly order: 'small' | 'large';
  readonly act: (play: Play) => Promise<unknown>;
  /** whether the outcome may stay unknown when the sender of the effect is killed; usually the vendor can tell */
  readonly mayStayUnknown?: true;
}

/** The name of sessions whose turns the database refuses, as it refuses a value that no column can hold. */
export const UNROUTABLE = 'unroutable';
/** Short, so that work of a killed gateway is taken up sooner. */
const EFFECT_MILLISECONDS = 2_000;
/** A call that is held up outlasts every start of a process, and every run that does not wait for it. */
const PATIENT_MILLISECONDS = 120_000;
const PATIENT_TOOLS: ReadonlySet<string> = new Set(['shop.refund_etag.create']);

const where = (play: Play): Promise<string> => play.say(`Where is my order ${play.order.orderNumber}?`);
const refund = (play: Play): Promise<string> => play.say(`refund order ${play.order.orderNumber}`);

/** A refund that waits for an approval, and the person's answer. */
async function answered(play: Play, answer: string): Promise<void> {
  const proposed = await refund(play);
  await play.until('thread.followed');
  await play.until('run.suspended');
  await play.ended(await play.say(answer), proposed);
}

/** Something that is done while an order is being looked up. */
async function meanwhile(play: Play, doing: (first: string) => Promise<unknown>): Promise<void> {
  play.gate.shut(play.order.orderNumber, 'read', 'wait');
  const first = await where(play);
  await play.until('segment.requested');
  await doing(first);
  play.gate.open(play.order.orderNumber);
  await play.ended(...(await play.allRuns()));
}

const askAgent = (play: Play, template: string): Promise<string> =>
  play.submit(template, { wish: `look at order ${play.order.orderNumber} twice` });

/** Something that is done while an agent waits for its first call. */
async function whileAgentLooks(
  play: Play,
  doing: (run: string) => Promise<unknown>,
  template = 'ask_clerk',
): Promise<void> {
  play.gate.shut(play.order.orderNumber, 'read', 'wait');
  const run = await askAgent(play, template);
  await play.until('action.requested');
  await doing(run);
  await play.ended(run);
}

/** The actions of people and callers; between them they bring about every event there is. */
export const SCENARIOS: readonly Scenario[] = [
  { title: 'asks where an order is', order: 'large', act: async (play) => play.ended(await where(play)) },
  { title: 'says yes to a refund', order: 'large', act: (play) => answered(play, 'yes') },
  { title: 'says no to a refund', order: 'large', act: (play) => answered(play, 'no') },
  { title: 'stops a refund that waits for a yes', order: 'large', act: (play) => answered(play, 'stop') },
  {
    title: 'goes on in another language',
    order: 'large',
    act: async (play) => {
      await play.ended(await where(play));
      await play.ended(await play.say(`Wo ist meine Bestellung ${play.order.orderNumber}?`));
    },
  },
  {
    title: 'asks how far it is',
    order: 'large',
    act: (play) => meanwhile(play, async () => play.ended(await play.say('any luck?'))),
  },
  {
    title: 'asks for something else meanwhile, which is begun afterwards',
    order: 'large',
    act: async (play) => {
      await meanwhile(play, async () => {
        await play.say('show me my orders');
        await play.until('thread.queued');
      });
      await play.until('run.requested', 3);
      await play.ended(...(await play.allRuns()));
    },
  },
  {
    title: 'stops what is being done',
    order: 'large',
    act: (play) =>
      meanwhile(play, async () => {
        await play.say('forget it');
        await play.until('segment.cancel_requested');
      }),
  },
  {
    title: 'cancels a run through the interface',
    order: 'small',
    act: async (play) => {
      play.gate.shut(play.order.orderNumber, 'read', 'wait');
      const run = await play.submit('refund_order');
      await play.until('segment.requested');
      await play.cancel(run);
      await play.until('segment.cancel_requested');
      play.gate.open(play.order.orderNumber);
      await play.ended(run);
    },
  },
  {
    title: 'runs what is told beforehand',
    order: 'large',
    act: async (play) => play.ended(await play.submit('told_status')),
  },
  {
    title: 'stops a run that looks twice',
    order: 'large',
    act: async (play) => {
      play.gate.shut(play.order.orderNumber, 'read', 'wait');
      const run = await play.submit('two_looks');
      await play.until('segment.requested');
      await play.cancel(run);
      await play.until('segment.cancel_requested');
      play.gate.open(play.order.orderNumber);
      await play.ended(run);
    },
  },
  {
    title: 'has an agent look, which would look twice',
    order: 'large',
    act: async (play) => play.ended(await askAgent(play, 'ask_clerk')),
  },
  {
    title: 'has an agent have another one look',
    order: 'large',
    act: async (play) => play.ended(await askAgent(play, 'ask_chief')),
  },
  {
    title: 'stops an agent whose delegate looks',
    order: 'large',
    act: (play) =>
      whileAgentLooks(
        play,
        async (run) => {
          await play.cancel(run);
          // That of the run, and that of its agent.
          await play.until('agent.cancel_requested', 2);
          play.gate.open(play.order.orderNumber);
        },
        'ask_chief',
      ),
  },
  {
    title: 'pauses an agent and lets it go on',
    order: 'large',
    act: (play) =>
      whileAgentLooks(play, async (run) => {
        await play.pause(run);
        await play.until('agent.pausing');
        play.gate.open(play.order.orderNumber);
        // The run shows the outcome of the call, and then that its agent waits.
        await play.until('agent.recorded', 2);
        await play.resume(run, 2);
      }),
  },
  {
    title: 'stops an agent',
    order: 'large',
    act: (play) =>
      whileAgentLooks(play, async (run) => {
        await play.cancel(run);
        await play.until('agent.cancel_requested');
        play.gate.open(play.order.orderNumber);
      }),
  },
  { title: 'looks twice', order: 'large', act: async (play) => play.ended(await play.submit('two_looks')) },
  {
    title: 'names a template that does not exist',
    order: 'large',
    act: async (play) => play.ended(await play.submit('no_such_template')),
  },
  {
    title: 'is unknown to the shop',
    order: 'large',
    act: async (play) => play.ended(await play.submit('told_status', undefined, 'nobody')),
  },
  {
    title: "asks for another customer's order",
    order: 'large',
    act: async (play) => play.ended(await play.submit('told_status', { orderNumber: '9999' })),
  },
  {
    title: 'is refunded by a vendor that fails at first',
    order: 'small',
    act: async (play) => {
      play.gate.shut(play.order.orderNumber, 'write', 'refuse');
      const run = await play.submit('refund_order');
      await play.until('action.retry_scheduled');
      play.gate.open(play.order.orderNumber);
      await play.ended(run);
    },
  },
  {
    title: 'is not refunded by a vendor that turns it down',
    order: 'small',
    act: async (play) => {
      play.gate.shut(play.order.orderNumber, 'write', 'turn down');
      await play.ended(await play.submit('refund_order'));
    },
  },
  {
    title: 'is refunded by a vendor that does not say so, and cannot be asked',
    order: 'small',
    mayStayUnknown: true,
    act: async (play) => {
      play.gate.shut(play.order.orderNumber, 'write', 'cut');
      await play.ended(await play.submit('refund_order_plain'));
    },
  },
  {
    title: 'is given up while the vendor is at work, and comes to its end later',
    order: 'small',
    act: async (play) => {
      play.gate.shut(play.order.orderNumber, 'write', 'wait');
      const run = await play.submit('refund_order_etag');
      await play.until('action.dispatched');
      await play.cancel(run);
      await play.ended(run);
      play.gate.open(play.order.orderNumber);
      await play.until('run.settled');
    },
  },
  {
    title: 'asks what the shop has written',
    order: 'large',
    act: async (play) => play.ended(await play.say('what are your opening hours?')),
  },
  { title: 'links an account and takes it back', order: 'large', act: (play) => play.linkAndUnlink() },
  { title: 'says what cannot be recorded', order: 'large', act: async (play) => play.ended(await where(play)) },
];

const announced = (status: TemplateDefinition): TemplateDefinition => ({
  ...status,
  template: 'told_status',
  direct: true,
  steps: [
    { id: 'say', type: 'respond', title: 'Say so', copy: 'working' },
    ...status.steps.map((step) => (step.id === 'lookup' ? { ...step, dependsOn: ['say'] } : step)),
  ],
});

/** Looks the order up, and then once more: one segment. */
const twoLooks = (status: TemplateDefinition): TemplateDefinition => {
  const look = status.steps.find(({ id }) => id === 'lookup')!;
  return {
    ...status,
    template: 'two_looks',
    direct: true,
    steps: [look, { ...look, id: 'look_again', dependsOn: ['lookup'] }],
  };
};

/**
 * The demo tenant with shorter timeouts of its tools, one topic at a time, a template with a message before its
 * actions, one that looks twice, and two that have an agent look.
 */
export const shopOfScenarios = (): string =>
  alteredShop({
    'tools.yaml': ({ tools, extensions }) => ({
      extensions,
      tools: tools.map((tool) => ({
        ...tool,
        timeoutMilliseconds:
          tool.riskClass === 'read' || PATIENT_TOOLS.has(tool.tool) ? PATIENT_MILLISECONDS : EFFECT_MILLISECONDS,
      })),
    }),
    'agents.yaml': () => [...AGENTS],
    'conversation.yaml': (conversation) => ({ ...conversation, newRequest: 'queue' }),
    'templates.yaml': (templates) => {
      const status = templates.find(({ template }) => template === 'order_status')!;
      return [...templates, announced(status), twoLooks(status), asking('clerk'), asking('chief')];
    },
  });
