import fc from 'fast-check';
import { validate, version } from 'uuid';
import { requestIdOf } from './request-id';

describe('a request id', () => {
  it('is the same for the same message, in every process and version', () => {
    expect(requestIdOf('shop', 'web', 's-1', 'm-1')).toBe('abb8e8f9-c90e-80ac-9548-280583d81699');
  });

  it('is a UUID of version 8', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (sessionId, messageId) => {
        const id = requestIdOf('shop', 'web', sessionId, messageId);
        expect([validate(id), version(id)]).toEqual([true, 8]);
      }),
    );
  });

  it('differs when any part differs, wherever the parts are cut', () => {
    const ids = [
      ['shop', 'web', 's', 'm'],
      ['shop', 'web', 's,m', ''],
      ['shop', 'web', '', 's,m'],
      ['shop', 'we', 'bs', 'm'],
      ['shop', 'web', 's","m', ''],
    ];
    expect(new Set(ids.map((parts) => requestIdOf(...(parts as [string, string, string, string])))).size).toBe(
      ids.length,
    );
  });
});
