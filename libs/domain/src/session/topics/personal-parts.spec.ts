import type { Tagged } from '@arbiter/contracts';
import { proposed, said } from '../../fixtures/session-inputs';
import { shopBundle } from '../../fixtures/shop-bundle';
import { contextOf, given } from '../../specification';
import { sessionDecider } from '../session-decider';

const chat = () => given(sessionDecider, contextOf(shopBundle)).facts();
const asksOf = (story: ReturnType<typeof chat>) =>
  story.decided.flatMap((fact) => (fact.name === 'intent.requested' ? [fact.data] : []));

const IBAN = 'DE89 3704 0044 0532 0130 00';

describe('a message with a number in it', () => {
  it('asks a model once, with the number whole (CX-03)', () => {
    const asks = asksOf(chat().when(said('T', `My bank account is ${IBAN}`)));
    expect(asks.map(({ text }) => text)).toEqual([`My bank account is ${IBAN}`]);
  });

  it.each(['refund 1003 4012 8888 8888 1881', 'refund 1003 1004', 'refund 1003 0404 0000 1004'])(
    'never takes a piece of it for an order, whatever a model proposes: %s (CL-07)',
    (text) => {
      const story = chat()
        .when(said('T', text))
        .when(proposed('T', 'refund_order', { orderNumber: '1003' }));
      const [run, ...others] = story.decided.flatMap((fact) => (fact.name === 'run.requested' ? [fact.data] : []));
      expect(others).toEqual([]);
      expect(run!.args).not.toHaveProperty('orderNumber');
    },
  );

  it.each(['refund 1003 and 1004', 'refund 1003, 1004', 'refund 1003\n1004'])(
    'has a part for each of several numbers: %s (RT-08)',
    (text) => expect(asksOf(chat().when(said('T', text))).map(({ partOf }) => partOf)).toEqual(['T', 'T']),
  );
});

describe('personal values that were recognised in a message (CX-03)', () => {
  const mail: Tagged = { dataClass: 'email', value: 'ida@example.com' };
  const phone: Tagged = { dataClass: 'phone', value: '5321234567' };

  it('go with each of its parts, which lack the words that told what they are', () => {
    const text = 'Where is 1002 and please refund 1003 to 5321234567. That is my phone.';
    const asks = asksOf(chat().when(said('T', text, { personal: [phone] })));
    expect(asks.length).toBeGreaterThan(0);
    for (const { personal } of asks) expect(personal).toEqual([phone]);
  });

  it('go with later asks, whose window holds the line that they stand in', () => {
    const story = chat()
      .when(said('T', 'sing a song for ida@example.com', { personal: [mail] }))
      .when(proposed('T', null));
    const [ask] = asksOf(story.when(said('U', 'Where is my order 1002?')));
    expect(ask!.context!.past.map(({ text }) => text)).toContain('sing a song for ida@example.com');
    expect(ask!.personal).toEqual([mail]);
  });

  it('are no end of a line: one that is too long ends before them', () => {
    const text = `${'word '.repeat(97)}send it to ida@example.com and to no other`;
    const story = chat()
      .when(said('T', text, { personal: [mail] }))
      .when(proposed('T', null));
    const [line] = story.state.heard;
    expect(line!.text.endsWith('send it to')).toBe(true);
  });

  it('never lose their end to the number of a list', () => {
    const text = `Refund 1003 to ${IBAN}. Where is 1002?`;
    const asks = asksOf(chat().when(said('T', text, { personal: [{ dataClass: 'iban', value: IBAN }] })));
    expect(asks.map(({ text: part }) => part).join()).toContain(IBAN);
  });
});
