import { TestSystem, type SharedTestSystem } from './test-system';

describe('the demo shop (CL-13)', () => {
  let arbiter: SharedTestSystem;

  beforeAll(async () => {
    arbiter = await TestSystem.borrow();
  });
  afterAll(() => arbiter.close());

  /** The answer to a single line. */
  const answer = async (text: string) => (await arbiter.converse(text))[0]!.text;

  it('lists the orders, the newest first', async () => {
    const [turn] = await arbiter.converse('show me my orders');
    expect(turn!.text.split('\n')).toEqual([
      'Here are your latest orders, of 6 in all:',
      '• 1602 of November 20, 2026: being prepared, 35.39 EUR',
      '• 1001 of November 20, 2026: being prepared, 64.39 EUR',
      expect.stringMatching(/^• 1002 of November 18, 2026: shipped, 45\.93 EUR$/),
      expect.stringMatching(/^• 1004 of November 11, 2026: delivered, 126\.47 EUR$/),
      expect.stringMatching(/^• 1003 of November 11, 2026: delivered, 21\.44 EUR$/),
    ]);
    expect(turn!.header).toBe('✓ Look up your orders');
  });

  it('says what is in an order', async () => {
    expect(await answer('what is in order 1002?')).toBe(
      'In order 1002 of November 18, 2026:\n• 2 × House blend coffee, 1 kg: 36.98 EUR\n• 1 × Ginger biscuits, tin: 8.95 EUR\nAltogether 45.93 EUR.',
    );
  });

  it('refunds a part after a yes, says what is left, and how far the refund is', async () => {
    expect(await answer('has order 1003 been refunded?')).toBe('Nothing has been refunded for order 1003.');
    const chat = arbiter.chat();
    const proposed = await chat.say('refund 10 euros of order 1003');
    expect(proposed).toMatchObject({
      status: 'waiting_for_approval',
      text: expect.stringMatching(/\nShall I refund 10\.00 EUR of order 1003\?$/),
    });
    expect((await chat.say('yes')).text).toMatch(/I've refunded 10\.00 EUR of order 1003\. Your reference is R-\d+\.$/);
    expect(await answer('has order 1003 been refunded?')).toMatch(
      /^For order 1003 this has been refunded:\n• 10\.00 EUR on \w+ \d+, \d{4} \(reference R-\d+\); the money arrives by \w+ \d+, \d{4}$/,
    );
    expect(await answer('refund 20 euros of order 1003')).toBe(
      'Of order 1003 only 11.44 EUR are left to refund, so I did nothing.',
    );
  });

  it('refunds what is left, and says so before anything is proposed when nothing is', async () => {
    await arbiter.chat().say('refund order 1003');
    expect(await arbiter.ledger('1003')).toMatchObject([{ body: { amount: 10 } }, { body: { amount: 11.44 } }]);
    const [turn] = await arbiter.converse('refund order 1003');
    expect(turn!.text).toBe("Order 1003 has already been refunded, so I didn't refund it again.");
    expect(turn!.header).toBe('✓ Look up the order\n– Refund the order (not needed)');
    expect(await answer('refund order 1601')).toBe('Order 1601 was cancelled, so there is nothing to refund.');
  });

  it('changes where an order goes after a yes, and only before it leaves', async () => {
    const chat = arbiter.chat();
    expect((await chat.say('change the delivery address of order 1001')).text).toMatch(/^Where shall it go\?/);
    const proposed = await chat.say('Seeweg 1, 18055 Rostock');
    expect(proposed.text).toMatch(
      /\nShall I change the delivery address of order 1001 to “Seeweg 1, 18055 Rostock”\?$/,
    );
    expect((await chat.say('yes')).text).toMatch(
      /I've changed the delivery address of order 1001 to “Seeweg 1, 18055 Rostock”\. Your reference is A-\d+\.$/,
    );
    expect(await answer('change the delivery address of order 1002: Seeweg 1, 18055 Rostock')).toMatch(
      /already left us/,
    );
  });

  it('cancels an order after a yes, and says beforehand why it cannot', async () => {
    const chat = arbiter.chat();
    expect((await chat.say('cancel order 1001')).text).toMatch(/\nShall I cancel order 1001\?$/);
    expect(await arbiter.ledger('1001')).toHaveLength(1);
    expect((await chat.say('yes')).text).toMatch(
      /I've cancelled order 1001\. Nothing will be sent\. Your reference is X-\d+\.$/,
    );
    expect(await arbiter.ledger('1001')).toHaveLength(2);
    expect(await answer('cancel order 1001')).toBe(
      'Order 1001 has already been cancelled, so there is nothing left to do.',
    );
    expect(await answer('cancel order 1004')).toBe(
      "Order 1004 has already left us, so it can't be cancelled any more.",
    );
    expect(await answer('cancel order 9999')).toMatch(/^I can't find an order 9999 on your account\./);
    expect(await answer('Where is my order 1001?')).toBe('Your order 1001 is cancelled: nothing is on its way.');
  });

  it('says how a ticket stands, by its number and the latest without one', async () => {
    expect(await answer('what is the status of my ticket?')).toBe('You have no tickets with us.');
    const chat = arbiter.chat();
    await chat.say('open a ticket');
    const number = /ticket (T-\d+) for you/.exec((await chat.say('My teapot leaks and the lid is cracked')).text)![1]!;
    const stands = new RegExp(
      `^Your ticket ${number} of \\w+ \\d+, \\d{4} is open; our support team will look into it\\.$`,
    );
    expect(await answer('what is the status of my ticket?')).toMatch(stands);
    expect(await answer(`what about ticket ${number}?`)).toMatch(stands);
    expect(await answer('what about ticket T-9999?')).toBe(
      "I can't find a ticket T-9999 on your account. Please check its number and try again.",
    );
  });

  it('calls a person once, and says who is coming when called again', async () => {
    const first = await answer('I want to talk to a human');
    expect(first).toMatch(
      /^I've asked a colleague to take over\. They write to you here, usually within a few minutes\. Your reference is H-\d+\.$/,
    );
    const reference = /H-\d+/.exec(first)![0];
    expect(await answer('I want to talk to a human')).toBe(
      `A colleague is already on the way and writes to you here, usually within a few minutes. Your reference is still ${reference}.`,
    );
    expect((await arbiter.ledger()).filter(({ route }) => route === 'POST /handoffs')).toHaveLength(1);
  });

  it('says all of it in German (CL-12)', async () => {
    const say = async (text: string) => arbiter.chat('C-0001', undefined, { locale: 'de' }).say(text);
    expect((await say('Was ist in der Bestellung 1004?')).text).toBe(
      'In der Bestellung 1004 vom 11. November 2026:\n• 1 × Handmühle mit Stahlmahlwerk: 89,49 EUR\n• 2 × Kaffee Hausmischung, 1 kg: 36,98 EUR\nZusammen 126,47 EUR.',
    );
    const cancelled = await say('Bestellung 1004 stornieren');
    expect(cancelled.text).toBe(
      'Die Bestellung 1004 ist schon unterwegs oder angekommen und lässt sich darum nicht mehr stornieren.',
    );
    expect(cancelled.header).toBe('✓ Die Bestellung nachsehen\n– Die Bestellung stornieren (übersprungen)');
    expect((await say('Teilerstattung von 5,50 Euro für die Bestellung 1004')).text).toMatch(
      /\nSoll ich Ihnen 5,50 EUR von der Bestellung 1004 erstatten\?$/,
    );
  });
});
