import { domainFits, pathFits } from './addresses';

describe('addresses', () => {
  it.each([
    ['www.gov.uk', '*.gov.uk', true],
    ['a.b.gov.uk', '*.gov.uk', true],
    ['GOV.UK', 'gov.uk', true],
    ['www.gov.uk.', '*.gov.uk', true],
    ['gov.uk', '*.gov.uk', false],
    ['evilgov.uk', '*.gov.uk', false],
    ['.gov.uk', '*.gov.uk', false],
    ['gov.uk.evil.example', '*.gov.uk', false],
    ['www.gov.uk', 'gov.uk', false],
    ['www.gov.uk', '*', false],
    ['www.gov.uk', 'www.*.uk', false],
    ['www.gov.uk', '', false],
  ])('domain %s against %s: %s', (domain, pattern, fits) => {
    expect(domainFits(domain, pattern)).toBe(fits);
  });

  it.each([
    ['/orders', '/orders', true],
    ['/orders/1', '/orders/*', true],
    ['/orders/1/refund', '/orders/*', true],
    ['/orders/1/refund', '/orders/*/refund', true],
    ['/orders', '/orders/*', false],
    ['/orders/', '/orders/*', false],
    ['/orders/1', '/orders', false],
    ['/orders/1/2/refund', '/orders/*/refund', false],
    ['/anything', '/*', true],
    ['/orders', 'orders', false],
  ])('path %s against %s: %s', (path, pattern, fits) => {
    expect(pathFits(path.split('/').slice(1), pattern)).toBe(fits);
  });
});
