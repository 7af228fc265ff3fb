import { GERMAN } from './languages/de';
import { ENGLISH } from './languages/en';
import { stemOf } from './stems';

describe('the form in which words are compared', () => {
  test.each([
    ['cancel', ['cancels', 'canceled', 'canceling', 'cancelled', 'cancelling']],
    ['ship', ['ships', 'shipped', 'shipping']],
    ['fill', ['fills', 'filled', 'filling']],
    ['refund', ['refunds', 'refunded', 'refunding']],
  ])('of %p is that of %j', (word, others) => {
    expect(others.map((other) => stemOf(other, ENGLISH))).toEqual(others.map(() => stemOf(word, ENGLISH)));
  });

  it('keeps what is short apart, and what a language does not double', () => {
    expect(stemOf('off', ENGLISH)).not.toBe(stemOf('of', ENGLISH));
    expect(stemOf('voll', GERMAN)).not.toBe(stemOf('vol', GERMAN));
  });
});
