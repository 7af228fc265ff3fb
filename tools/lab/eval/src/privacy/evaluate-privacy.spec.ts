import { evaluatePrivacy } from './evaluate-privacy';

const mail = 'write to ida@example.com';
const span = { start: 9, end: 24 };

describe('the score of recognisers', () => {
  it('counts what is expected, missed and found where nothing is, by kind', async () => {
    const report = await evaluatePrivacy([
      { text: mail, spans: [{ ...span, type: 'EMAIL_ADDRESS' }] },
      { text: 'his address is unknown', spans: [{ start: 4, end: 11, type: 'EMAIL_ADDRESS' }] },
      { text: 'card 4111111111111111', spans: [] },
    ]);
    expect(report.kinds).toEqual({
      email: { expected: 2, missed: 1, false: 0 },
      card: { expected: 0, missed: 0, false: 1 },
    });
    expect(report.false_share).toBe(0.5);
  });

  it('counts apart what the source is hardly sure of, and what is no kind here', async () => {
    const report = await evaluatePrivacy([
      { text: 'x', entity_type: 'PHONE_NUMBER', spans: [{ start: 0, end: 1 }], score_hint: [[0.05, 1]] },
      { text: '10115', entity_type: 'DE_PLZ', spans: null, expected_count: 1, score_hint: null },
    ]);
    expect(report).toMatchObject({
      kinds: {},
      weak: { phone: { expected: 1, missed: 1 } },
      not_recognised: { DE_PLZ: 1 },
    });
  });

  it('judges a case of one kind by that kind alone', async () => {
    const report = await evaluatePrivacy([{ text: mail, entity_type: 'IBAN_CODE', spans: [], score_hint: -1 }]);
    expect(report).toMatchObject({ kinds: {}, weak: {}, false_share: 0 });
  });
});
