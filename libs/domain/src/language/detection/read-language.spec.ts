import { assert, property, string } from 'fast-check';
import { readLanguage } from './read-language';

const ENGLISH = [
  'where is my order 1002?',
  'refund order 1004',
  'any luck?',
  'cancel that please',
  'I ordered 2 mugs, only 1 came',
  'tracking number for 1003',
  'thanks a lot',
  'need help w/ return',
  'whre is my ordr',
  'WHERE IS MY ORDER',
  'Where Is My Order',
  'My name is Jean-Pierre Dubois',
  'Was this die order?',
  'I was in the war',
  'Can you translate "Wo ist meine Bestellung"?',
];
const GERMAN = [
  'Wo ist meine Bestellung 1002?',
  'Bestellung 1003 stornieren',
  'Ich möchte eine Erstattung für 1004',
  'Paket kam kaputt an',
  'Rechnung fehlt',
  'Geld zurück bitte',
  'wo bleibt das paket',
  'WO IST MEINE BESTELLUNG',
  'ich hab doch schon gesagt was ich will',
  'hello, wo ist meine Bestellung',
  'Ich will die order canceln, ist das noch möglich?',
];
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  fr: [
    'Où est ma commande 1002 ?',
    'Je voudrais un remboursement',
    'bonjour, mon colis est arrivé cassé',
    'ou est ma commande',
  ],
  tr: ['Siparişim nerede?', '1004 numaralı siparişi iade edin'],
  es: ['¿Dónde está mi pedido?', 'quiero un reembolso del pedido 1004', 'donde esta mi pedido'],
  it: ["Dov'è il mio ordine 1002?", 'voglio un rimborso'],
  nl: ['Waar is mijn bestelling?', 'ik wil mijn geld terug'],
  pl: ['Gdzie jest moje zamówienie?'],
  pt: ['Onde está o meu pedido?'],
  ar: ['أين طلبي؟', 'اريد استرداد المال للطلب 1004'],
  ru: ['Где мой заказ 1002?'],
  zh: ['我的订单在哪里'],
  ja: ['注文はどこですか'],
  ko: ['제 주문은 어디에 있나요'],
  hi: ['मेरा ऑर्डर कहाँ है'],
};

describe('RT-17: what a text tells of its language', () => {
  test.each(ENGLISH)('%p is plainly English', (text) => {
    expect(readLanguage(text).plain).toBe('en');
  });
  test.each(GERMAN)('%p is plainly German', (text) => {
    expect(readLanguage(text).plain).toBe('de');
  });
  test.each(Object.entries(OTHERS).flatMap(([language, texts]) => texts.map((text) => [text, language] as const)))(
    '%p is plainly %s',
    (text, language) => {
      expect(readLanguage(text).plain).toBe(language);
    },
  );

  test.each([
    '1002',
    'ok',
    'ja?',
    'yes',
    'no',
    'oui',
    'C-0001',
    '#1002!',
    '😀',
    '',
    '   ',
    '\ud800',
    'asdf qwer zxcv poiu',
  ])('%p is plainly nothing', (text) => {
    expect(readLanguage(text).plain).toBeNull();
  });

  test.each([
    ['Hallo', 'de'],
    ['danke', 'de'],
    ['Erstattung', 'de'],
  ])('of %p little is known, and %s is likeliest', (text, language) => {
    expect(readLanguage(text)).toMatchObject({ weight: 1, likeliest: language });
  });

  test('names and what is quoted tell nothing', () => {
    expect(readLanguage('Rua das Flores 25, São Paulo, Brasil').plain).toBeNull();
    expect(readLanguage('Musterstraße 12, 10115 Berlin').words).toEqual(['musterstraße']);
    expect(readLanguage('he wrote "où est ma commande" to me').plain).toBe('en');
  });

  test('any text is read, however long, and no more than its beginning', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 8_000, size: 'max' }), (text) => {
        const { words, weight } = readLanguage(text);
        expect(words.length).toBeLessThanOrEqual(1_000);
        expect(weight).toBeLessThanOrEqual(20_000);
      }),
      { numRuns: 200 },
    );
    const beginning = 'wo ist meine bestellung '.repeat(42);
    expect(readLanguage(beginning + 'where is my order '.repeat(400))).toEqual(readLanguage(beginning.slice(0, 1_000)));
  });

  test('the same text always reads the same', () => {
    assert(property(string({ maxLength: 200 }), (text) => expect(readLanguage(text)).toEqual(readLanguage(text))));
  });
});
