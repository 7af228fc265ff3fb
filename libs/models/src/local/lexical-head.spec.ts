import { LexicalHead } from './lexical-head';
import { normalForm } from './normal-form';

const head = new LexicalHead([
  { intent: 'status', normal: 'where is my order' },
  { intent: 'status', normal: 'has my parcel been shipped' },
  { intent: 'refund', normal: 'refund my order' },
  { intent: 'refund', normal: 'cancel it' },
  { intent: 'stop', normal: 'cancel it' },
]);

describe('the normal form', () => {
  it.each([
    ['Where is my order #1002?!', 'where is my order'],
    ['please TRACK my order   A-17b', 'track my order a'],
    ['don’t', 'dont'],
    ['１００２ ｏrder', 'order'],
    ['?! 12', ''],
  ])('of "%s" is "%s"', (text, normal) => expect(normalForm(text)).toBe(normal));
});

describe('the lexical head', () => {
  it('is certain of the words of an example', () => expect(head.read('where is my order').certain).toBe('status'));
  it('is certain of nearly the same words', () =>
    expect(head.read('has my parcel been shipped yet').certain).toBe('status'));
  it('is not certain of the words of two intents', () => expect(head.read('cancel it').certain).toBeNull());
  it('is not certain of words that two intents share', () => expect(head.read('my order').certain).toBeNull());
  it('scores the same text as one and a strange one as zero', () => {
    const { scores } = head.read('has my parcel been shipped');
    expect(scores.get('status')).toBeGreaterThanOrEqual(0.7);
    expect(Array.from(head.read('qqqq zzzz').scores.values())).toEqual([0, 0, 0]);
  });
  it('finds a word again that is mistyped', () => {
    const { scores } = head.read('shiped parcels');
    expect(scores.get('status')).toBeGreaterThan(scores.get('refund')!);
  });
});
