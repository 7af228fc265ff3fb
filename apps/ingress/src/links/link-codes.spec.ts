import type { Account } from '@arbiter/contracts';
import { LinkCodes } from './link-codes';

const [KEY, OLD_KEY] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const ACCOUNT: Account = { tenant: 'shop', channel: 'telegram', userId: '7001' };
const EXPIRY = new Date('2026-01-01T00:15:00.000Z');
const codes = new LinkCodes([KEY]);
const code = codes.make(ACCOUNT, 3, EXPIRY);

describe('a code (CH-17)', () => {
  it('says which account it was made for, at which version, and until when it counts', () => {
    expect(codes.read('shop', code)).toMatchObject({
      account: ACCOUNT,
      version: 3,
      expiresAt: '2026-01-01T00:15:00.000Z',
    });
  });

  it('fits into a link whatever an account is called', () => {
    for (const userId of ['ü', 'T1/U2 ö?&=#', '𝄞'.repeat(64), 'x'.repeat(128), 'a.b.c']) {
      const made = codes.make({ ...ACCOUNT, userId }, 0, EXPIRY);
      expect(encodeURIComponent(made)).toBe(made);
      expect(codes.read('shop', made)?.account.userId).toBe(userId);
    }
  });

  it('is unknown to another tenant and under another key', () => {
    expect(codes.read('other', code)).toBeNull();
    expect(new LinkCodes([OLD_KEY]).read('shop', code)).toBeNull();
  });

  it('is believed as long as the key it was signed with is one of them', () => {
    expect(new LinkCodes([OLD_KEY, KEY]).read('shop', code)?.account).toEqual(ACCOUNT);
  });

  const [channel, version, seconds, user, signature] = code.split('.') as [string, string, string, string, string];
  it.each([
    ['another channel', ['slack', version, seconds, user, signature]],
    ['another version', [channel, '4', seconds, user, signature]],
    ['a later expiry', [channel, version, String(Number(seconds) + 1), user, signature]],
    ['another account', [channel, version, seconds, Buffer.from('7002').toString('base64url'), signature]],
    [
      'another signature',
      [channel, version, seconds, user, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`],
    ],
    ['half a signature', [channel, version, seconds, user, signature.slice(0, 22)]],
    ['no signature', [channel, version, seconds, user]],
    ['nothing', ['']],
  ])('with %s is none', (_, parts) => {
    expect(codes.read('shop', parts.join('.'))).toBeNull();
  });

  it('is named in the log by one hash, however its signature is spelled', () => {
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const sibling = `${code.slice(0, -1)}${last[(last.indexOf(code.at(-1)!) & ~3) | ((last.indexOf(code.at(-1)!) + 1) & 3)]}`;
    expect(sibling).not.toBe(code);
    expect(codes.read('shop', sibling)?.hash).toBe(codes.read('shop', code)!.hash);
  });
});
