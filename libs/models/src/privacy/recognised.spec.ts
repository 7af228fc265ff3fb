import { loadRecognisers, recognised, type Recogniser } from '.';

let recognisers: readonly Recogniser[];
beforeAll(async () => (recognisers = await loadRecognisers()));

const found = (text: string): readonly string[] =>
  recognised(text, recognisers).map(({ dataClass, start, end }) => `${dataClass} ${text.slice(start, end)}`);

describe('personal data (CX-04)', () => {
  it.each([
    ['write to ida.marsh+shop@example.co.uk, please', ['email ida.marsh+shop@example.co.uk']],
    ['my card is 4111 1111 1111 1111', ['card 4111 1111 1111 1111']],
    ['pay to de89 3704 0044 0532 0130 00 today', ['iban de89 3704 0044 0532 0130 00']],
    ['my SSN is 536-90-4399', ['ssn 536-90-4399']],
    ['SSN 536904399', ['ssn 536904399']],
    ['call me on +49 30 901820, ext. 12 or not', ['phone +49 30 901820']],
    ['ring (415) 555-0132x12', ['phone (415) 555-0132x12']],
    ['ring 415-555-0132 415-555-0199', ['phone 415-555-0132', 'phone 415-555-0199']],
    ['my address ends in 15838\n041-412-2930 office', ['phone 041-412-2930']],
    ['call 06.12.34.56.78 or +44(0)115 4960123', ['phone 06.12.34.56.78', 'phone +44(0)115 4960123']],
    ['fax 76-84-23-91', ['phone 76-84-23-91']],
    ['Telefon: 030/9018 2000', ['phone 030/9018 2000']],
    [
      'from 10.20.30.40 and fe80::1ff:fe23:4567:890a',
      ['ip_address 10.20.30.40', 'ip_address fe80::1ff:fe23:4567:890a'],
    ],
    ['send it to 12b Old Kent Road, London', ['address 12b Old Kent Road, London']],
    ['Bitte an Hauptstraße 12a, 10115 Berlin', ['address Hauptstraße 12a, 10115 Berlin']],
    ['my DNI is 12345678Z', ['national_id 12345678Z']],
    ['DNI 1234567L', ['national_id 1234567L']],
    ['hetu 131052-308T', ['national_id 131052-308T']],
    ['personnummer 811218-9876', ['national_id 811218-9876']],
    ['PESEL 44051401359', ['national_id 44051401359']],
    ['Steuer-ID 86 095 742 719', ['national_id 86 095 742 719']],
    ['SIN 046 454 286', ['national_id 046 454 286']],
    ['My name is Rosalind Marsh and I moved', ['person Rosalind Marsh']],
    ['it is 4111.1111.1111.1111 or 4111/1111/1111/1111', ['card 4111.1111.1111.1111', 'card 4111/1111/1111/1111']],
    ['refund 1003 4111 1111 1111 1111', ['card 4111 1111 1111 1111']],
    ['card 4111\n1111\n1111\n1111', ['card 4111\n1111\n1111\n1111']],
    ['De89 3704 0044 0532 0130 00', ['iban De89 3704 0044 0532 0130 00']],
    ['IBANDE89370400440532013000', ['iban DE89370400440532013000']],
    ['\uff14\uff11\uff11\uff11 1111 1111\u200b1111!', ['card \uff14\uff11\uff11\uff11 1111 1111\u200b1111']],
    ['cafe\u0301 at ida\u00ad@example\u200b.com', ['email ida\u00ad@example\u200b.com']],
    ['ida (at) example (dot) com', ['email ida (at) example (dot) com']],
    ['ida (at) example[.]com', ['email ida (at) example[.]com']],
    ['meine Telefonnummer ist 5321234567', ['phone 5321234567']],
  ])('is recognised in: %s', (text, expected) => expect(found(text)).toEqual(expected));

  it.each([
    'Your order 1002 is shipped: on its way with UPS, expected to arrive on November 22, 2026.',
    'refund 126.47 EUR of order 1004, ticket T-12',
    'it was on 2026-11-22 14:48:14, or 21.5.2021',
    'card 4111 1111 1111 1112 has a wrong digit',
    'IBAN DE89 3704 0044 0532 0130 01 has one too',
    'nobody has the number 000-12-3456',
    'std::cout at 12:34:56, port 80:443, version 1.2.3',
    'order 44051401358, parcel 86 095 742 718',
    'the code is 123456, the parcel 00340434161094042557',
    'Can I speak to a real person?',
    'refund the 5 items on the road, I went all the way',
    'where is order 1002, it takes its way',
    'refund 1003, 1004 and 1005',
    'refund 1003 1004',
    '1001\n1002\n1003\n1004',
    'Bestellung 1582 vom 22.11.2026 um 14.30, 35,85 EUR',
    'invoice INV-2026-00417 of 2026-11-22, 1.234,56 EUR, customer 20417',
    'tracking number 1Z999AA10123456784, 00340434161094042557 or JJD 0003 9000 7000 01',
    'send it at 10.30 on 22/11/2026, or call before 12',
    'meet me @ the shop. It opens at 9.',
    'I ordered 2 of 1003 on 5 May 2026 for 20.00 each',
  ])('is not seen in: %s', (text) => expect(found(text)).toEqual([]));

  it('a number that may be anything is a phone number where a word beside it says so', () => {
    expect(found('5321234567')).toEqual([]);
    expect(found('my phone: 5321234567')).toEqual(['phone 5321234567']);
  });

  it('where two kinds overlap the surer one counts, and nothing is found twice', () => {
    expect(found('card number 4111111111111111')).toEqual(['card 4111111111111111']);
  });

  it.each(['1'.repeat(50_000), '1-'.repeat(25_000), 'a@'.repeat(25_000), ':'.repeat(50_000), 'A1 '.repeat(17_000)])(
    'a long text that is nothing ends',
    (text) => expect(found(text)).toEqual([]),
    30_000,
  );
});
