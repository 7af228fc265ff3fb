import { join } from 'node:path';
import { loadTenant } from '@arbiter/artifacts';
import { understood } from '../understood';
import { LexicalProvider } from './lexical-provider';
import { LocalProvider } from './local-provider';

/** Ways of asking that stand in no example of the demo tenant. */
const MEANT = {
  order_status: [
    'whats going on with my order',
    'my package still has not shown up',
    'has 1204 left your warehouse yet?',
    'any update on the delivery?',
    'how long will it take until 1155 gets here',
    'could you look up where my parcel is right now',
    'is order 1300 on the way',
    'when do I get my stuff',
    'did my order ship',
    'I have been waiting for order 1410 for two weeks',
    'what day will my package come',
  ],
  refund_order: [
    'id like a refund',
    'send back my money for order 1222',
    'can you pay me back',
    'please reimburse me',
    'order 1090 was a mistake, refund it',
    'I want to get my payment returned',
    'how can I have order 1180 refunded',
    'refund 1333',
    'you charged me twice, I want the money back',
    'I would like my money for order 1010 returned',
    'give me my money',
  ],
  create_ticket: [
    'please write down a complaint',
    'note down a problem for me',
    'there is an issue with your website',
    'I have a technical problem',
    'something does not work in the app',
    'I would like to report an error',
    'could you log a case for me',
    'submit a complaint about the packaging',
    'my account is broken',
    'please file a problem report',
  ],
  escalate: [
    'I want a human',
    'can a person help me',
    'get me someone real',
    'let me talk to your manager',
    'I need an agent',
    'please transfer me to a colleague',
    'could I speak with customer support',
    'put a real person on',
    'no more bot, give me an employee',
    'may I talk to a member of staff',
  ],
  my_orders: [
    'show my orders',
    'what are my recent orders?',
    'list my orders',
    'which orders did I place',
    'my order numbers please',
    'can you tell me what orders I have with you',
  ],
  order_contents: [
    'what did I order in 1002?',
    'what is inside order 1003',
    'show the items of 1001',
    'which products are in order 1004',
    'what did 1004 contain',
    'items in my order',
  ],
  refund_status: [
    'was order 1003 refunded?',
    'where is my refund for 1004',
    'when will the refund arrive',
    'did I get my money back for 1003?',
    'status of my refund',
    'how is my refund going',
  ],
  ticket_status: [
    'what happened to my ticket',
    'status of ticket T-1',
    'is T-3 done?',
    'any update on my ticket',
    'has anyone answered my support ticket',
    'how is my case going',
  ],
  cancel_order: [
    'cancel my order 1001',
    'please cancel 1602',
    'I want to cancel order 1001 before it ships',
    'stop order 1602',
    'I do not want order 1001 anymore',
    'cancel the order',
  ],
  partial_refund: [
    'refund 5 euros of order 1003',
    'give me back 10 EUR from 1004',
    'partial refund of 7.50 for order 1003',
    'refund only 3 euros of 1003',
    'part refund please',
    'refund me 12.50 on order 1004',
  ],
  change_address: [
    'change the address of order 1001',
    'deliver order 1602 to another address',
    'new delivery address for 1001',
    'my address is wrong',
    'ship it to my new home',
    'update the address on my order',
  ],
} as const;

const NOTHING_OF_THE_SHOP = [
  "what's the weather in Paris",
  'tell me a joke',
  'who won the election',
  'how do I bake bread',
  'sing a song',
  'what is seven times eight',
  'translate good morning into Italian',
  'set a timer for ten minutes',
  'I love you',
  'what is the meaning of life',
  'play some jazz',
  'book a flight to Lisbon',
  'how tall is the Eiffel tower',
  'write a poem about autumn',
  'qwertz uiop',
  'my cat is asleep',
  'which film should I watch',
  'is there life on Mars',
  'turn off the kitchen light',
  'remind me to water the plants',
] as const;

const { intents } = loadTenant(join(__dirname, '../../../../deploy/tenants/shop'));
const eligible = intents.map(({ intent }) => intent);
const cases = Object.entries(MEANT).flatMap(([intent, texts]) => texts.map((text) => ({ intent, text })));

async function readAll(provider: LocalProvider | LexicalProvider) {
  const read = async (text: string) =>
    (await understood(provider, { text, intents, eligible }, '', new AbortController().signal)).intentId;
  const wrong = (
    await Promise.all(cases.map(async ({ intent, text }) => ({ intent, text, got: await read(text) })))
  ).filter(({ intent, got }) => got !== intent);
  const taken = (await Promise.all(NOTHING_OF_THE_SHOP.map(async (text) => ({ text, got: await read(text) })))).filter(
    ({ got }) => got !== null,
  );
  return {
    accuracy: 1 - wrong.length / cases.length,
    rejected: 1 - taken.length / NOTHING_OF_THE_SHOP.length,
    wrong,
    taken,
  };
}

describe('paraphrases of the demo tenant', () => {
  it('stand in no example', () => {
    const examples = new Set(intents.flatMap(({ examples }) => examples.map((example) => example.toLowerCase())));
    expect(cases.filter(({ text }) => examples.has(text.toLowerCase()))).toEqual([]);
    expect(cases.length).toBeGreaterThanOrEqual(30);
  });

  it('are understood by meaning in nine of ten cases, and what is not of the shop is left alone', async () => {
    const provider = new LocalProvider();
    const { accuracy, rejected, wrong, taken } = await readAll(provider);
    await provider.close();
    expect({ isGood: accuracy >= 0.9, wrong }).toMatchObject({ isGood: true });
    expect({ isGood: rejected >= 0.9, taken }).toMatchObject({ isGood: true });
  });

  it('are understood by words alone in two of three cases, and what is not of the shop is left alone', async () => {
    const { accuracy, rejected, wrong, taken } = await readAll(new LexicalProvider());
    expect({ isGood: accuracy >= 0.66, wrong }).toMatchObject({ isGood: true });
    expect({ isGood: rejected >= 0.9, taken }).toMatchObject({ isGood: true });
  });
});
