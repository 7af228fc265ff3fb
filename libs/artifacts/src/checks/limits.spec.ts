import type { ArtifactBundle, ExtensionLimits } from '@arbiter/contracts';
import { checkLimits } from './limits';

function problemsOf(limits: ExtensionLimits): readonly string[] {
  const problems: string[] = [];
  const bundle = {
    extensions: [{ extension: 'arbiter' }, { extension: 'shop', baseUrlVariable: 'SHOP_URL', limits }],
    tools: [
      { tool: 'arbiter.echo', extension: 'arbiter', builtin: 'echo' },
      { tool: 'shop.echo', extension: 'shop', builtin: 'echo' },
      { tool: 'shop.order.get', extension: 'shop', request: { method: 'GET', path: '/' } },
    ],
  } as unknown as ArtifactBundle;
  checkLimits(bundle, (file, path, reason, fix) => problems.push(`${file} ${path.join('.')}: ${reason}; ${fix}`));
  return problems;
}

describe('the limits of an extension (AG-11)', () => {
  it.each<[string, ExtensionLimits]>([
    ['a rate and places', { perSecond: 5, perMinute: 100, inFlight: 2 }],
    ['an account alone, with the limits of those that share it', { account: 'parcel-service' }],
    ['closer ones of a tool', { perMinute: 100, tools: { 'shop.order.get': { perMinute: 10, inFlight: 1 } } }],
    ['ones of a tool alone', { tools: { 'shop.order.get': { perSecond: 1 } } }],
  ])('may be %s', (_, limits) => {
    expect(problemsOf(limits)).toEqual([]);
  });

  it.each<[string, ExtensionLimits, RegExp]>([
    ['nothing', {}, /^tools\.yaml extensions\.1\.limits: these limits limit nothing; use one of perSecond, perMinute/],
    ['nothing for a tool', { tools: { 'shop.order.get': {} } }, /limits\.tools\.shop\.order\.get: .* limit nothing/],
    [
      "another extension's tool",
      { tools: { 'arbiter.echo': { perSecond: 1 } } },
      /there is no tool "arbiter\.echo" of this extension; use one of shop\.order\.get$/,
    ],
    ['a built-in tool', { tools: { 'shop.echo': { perSecond: 1 } } }, /"shop\.echo" is built in and calls no vendor/],
    [
      'as much for one tool as for all',
      { perMinute: 10, tools: { 'shop.order.get': { perMinute: 10 } } },
      /shop\.order\.get\.perMinute: the extension allows 10 .*; write less than 10/,
    ],
  ])('are not %s', (_, limits, problem) => {
    expect(problemsOf(limits)).toEqual([expect.stringMatching(problem)]);
  });

  it('are those of a vendor that has an address', () => {
    const bundle = { extensions: [{ extension: 'arbiter', limits: { perSecond: 1 } }], tools: [] };
    const report = jest.fn();
    checkLimits(bundle as unknown as ArtifactBundle, report);
    expect(report).toHaveBeenCalledWith(
      'tools.yaml',
      ['extensions', 0, 'limits'],
      'extension "arbiter" has no address, so nothing is called',
      'remove `limits`',
    );
  });
});
