import { completed, proposed, said } from '../../fixtures/session-inputs';
import { askingFor } from '../../fixtures/session-inputs';
import { shopBundle } from '../../fixtures/shop-bundle';
import { contextOf, given } from '../../specification';
import { sessionDecider } from '../session-decider';

const TOKEN = '<PHONE_7f3a90c1d2e4>';
const OTHER = '<EMAIL_00a190c1d2e4>';
const PHONE = '+49 30 901820';
const asks = (text: string) => given(sessionDecider, contextOf(shopBundle)).facts().when(said('T1', text));

const withTokens = (requestId: string, summary: string, personal: Record<string, string>) => {
  const answer = proposed(requestId, 'create_ticket', { summary });
  return { ...answer, proposal: { ...answer.proposal, personal } } as typeof answer;
};

describe('the value behind a token of a proposal', () => {
  test('goes with the run whose arguments name the token, and with no other (AG-08)', () => {
    const settled = asks(`Something is odd, call ${PHONE}`).when(
      withTokens('T1', `call ${TOKEN}`, { [TOKEN]: PHONE, [OTHER]: 'a@b.co' }),
    );
    expect(settled.fact('intent.proposed').personal).toEqual({ [TOKEN]: PHONE, [OTHER]: 'a@b.co' });
    expect(settled.fact('run.requested')).toMatchObject({
      args: { summary: `call ${TOKEN}` },
      personal: { [TOKEN]: PHONE },
    });
    expect(settled.fact('run.requested').personal).not.toHaveProperty([OTHER]);
  });

  test('is known to the later runs of its topic', () => {
    const since = { ...askingFor('orderNumber'), key: 'since' };
    const asked = asks(`Something is odd, call ${PHONE}`)
      .when(withTokens('T1', `call ${TOKEN}`, { [TOKEN]: PHONE }))
      .when(completed('T1', 'T1', { question: since }));
    const again = asked.when(said('T2', 'I want to report a problem')).when(proposed('T2', 'create_ticket'));
    expect(again.fact('run.requested')).toMatchObject({
      args: { summary: `call ${TOKEN}` },
      personal: { [TOKEN]: PHONE },
    });
  });

  test('that would be two values is none', () => {
    const settled = asks(`Something is odd, call ${PHONE}`)
      .when(withTokens('T1', 'nothing', { [TOKEN]: PHONE }))
      .when(said('T2', 'Something else is odd'))
      .when(withTokens('T2', `call ${TOKEN}`, { [TOKEN]: '+49 30 000000' }));
    expect(settled.fact('run.requested')).not.toHaveProperty('personal');
  });

  test('is nothing where nothing was replaced', () => {
    expect(
      asks('Where is my order 1002?').when(proposed('T1', 'order_status')).fact('run.requested'),
    ).not.toHaveProperty('personal');
  });
});

describe('a value that was recognised in what was said (CX-04)', () => {
  const number = { dataClass: 'phone', value: '5321234567' } as const;
  const other = { dataClass: 'email', value: 'a@b.co' } as const;
  const told = () =>
    given(sessionDecider, contextOf(shopBundle))
      .facts()
      .when(
        said('T1', 'Open a ticket. It is my phone that is wrong: 5321234567, a@b.co', { personal: [number, other] }),
      );

  test('goes with the run whose arguments hold it, without the words that told what it is', () => {
    const settled = told().when(proposed('T1', 'create_ticket'));
    expect(settled.fact('run.requested')).toMatchObject({
      args: { summary: '5321234567, a@b.co' },
      recognised: [number, other],
    });
  });

  test('is known to later runs and asks of the session', () => {
    const again = told().when(proposed('T1', null)).when(said('T2', 'Something else is odd: write to a@b.co'));
    expect(again.fact('intent.requested').personal).toEqual([number, other]);
    const settled = again.when(proposed('T2', 'create_ticket', { summary: 'write to a@b.co' }));
    expect(settled.fact('run.requested').recognised).toEqual([other]);
  });

  test('is named by no run whose arguments do not hold it', () => {
    expect(told().when(proposed('T1', null)).fact('run.requested')).not.toHaveProperty('recognised');
  });
});
