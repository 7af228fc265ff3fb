import type { Fact } from '@arbiter/contracts';
import {
  UNLINKED,
  decideConfirmation,
  decideRevocation,
  evolveLink,
  standingLink,
  type AccountLink,
  type Confirmation,
} from './account-link';
import type { LinkCode } from './link-codes';

const NOW = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-01T00:15:00.000Z';
const codeAt = (version: number, hash = `code-${version}`): LinkCode => ({
  account: { tenant: 'shop', channel: 'telegram', userId: '7001' },
  version,
  expiresAt: LATER,
  hash,
});
const asking = (code: LinkCode, more: Partial<Confirmation> = {}): Confirmation => ({
  code,
  customerId: 'C-0001',
  by: 'site',
  days: null,
  ...more,
});

/** What stands once these were decided, each of which must be recorded. */
function after(...decisions: readonly ((state: AccountLink) => unknown)[]): AccountLink {
  return decisions.reduce((state, decide) => {
    const decided = decide(state);
    if (decided === null || typeof decided === 'string') throw new Error(`refused: ${String(decided)}`);
    return evolveLink(state, decided as Fact);
  }, UNLINKED);
}
const confirm =
  (code: LinkCode, more: Partial<Confirmation> = {}) =>
  (state: AccountLink) =>
    decideConfirmation(state, asking(code, more), NOW);
const revoke = (state: AccountLink) => decideRevocation(state, 'telegram', 'site', NOW);
const linked = after(confirm(codeAt(0)));

describe('the customer of an account (CH-17)', () => {
  it('is unknown until a code is confirmed, then the customer that was named', () => {
    expect(standingLink(UNLINKED, NOW)).toBeNull();
    expect(standingLink(linked, NOW)).toEqual({ customerId: 'C-0001', confirmedAt: NOW, expiresAt: null });
  });

  it('is recorded with who said so and with which code, but not the code', () => {
    expect(decideConfirmation(UNLINKED, asking(codeAt(0)), NOW)).toEqual({
      name: 'link.confirmed',
      data: {
        channel: 'telegram',
        customerId: 'C-0001',
        codeHash: 'code-0',
        confirmedBy: 'site',
        confirmedAt: NOW,
        expiresAt: null,
      },
    });
  });

  it.each(['C-0001', 'C-0002'])('is not changed by a code that was used, for %s', (customerId) => {
    expect(confirm(codeAt(0), { customerId })(linked)).toBe('code_used');
    expect(confirm(codeAt(0), { customerId })(after(confirm(codeAt(0)), revoke))).toBe('code_used');
  });

  it('is not changed by another code that was made before the link', () => {
    expect(confirm(codeAt(0, 'another'), { customerId: 'C-0002' })(linked)).toBe('account_linked');
    expect(confirm(codeAt(0, 'another'), { customerId: 'C-0002' })(after(confirm(codeAt(0)), revoke))).toBe(
      'code_superseded',
    );
  });

  it('is not settled by a code whose time is over, nor by one of a log that was longer', () => {
    expect(decideConfirmation(UNLINKED, asking(codeAt(0)), LATER)).toBe('code_expired');
    expect(decideConfirmation(UNLINKED, asking(codeAt(2)), NOW)).toBe('code_superseded');
  });

  it('is unknown after the link was revoked, and can be linked anew', () => {
    const revoked = after(confirm(codeAt(0)), revoke);
    expect(standingLink(revoked, NOW)).toBeNull();
    expect(revoke(revoked)).toBeNull();
    expect(
      standingLink(evolveLink(revoked, confirm(codeAt(2), { customerId: 'C-0002' })(revoked) as Fact), NOW)?.customerId,
    ).toBe('C-0002');
  });

  it("is unknown after the link's days are over, and a code that is made then counts", () => {
    const briefly = after(confirm(codeAt(0), { days: 1 }));
    const nextDay = '2026-01-02T00:00:00.000Z';
    expect(standingLink(briefly, '2026-01-01T23:59:59.999Z')).toMatchObject({
      customerId: 'C-0001',
      expiresAt: nextDay,
    });
    expect(standingLink(briefly, nextDay)).toBeNull();
    expect(
      decideConfirmation(briefly, asking({ ...codeAt(1), expiresAt: '2026-01-02T00:15:00.000Z' }), nextDay),
    ).toMatchObject({ name: 'link.confirmed' });
  });

  it('is unknown once the customer was erased', () => {
    const erased = evolveLink(UNLINKED, {
      name: 'link.confirmed',
      data: {
        channel: 'telegram',
        customerId: '',
        codeHash: 'code-0',
        confirmedBy: 'site',
        confirmedAt: NOW,
        expiresAt: null,
      },
    });
    expect(standingLink(erased, NOW)).toBeNull();
    expect(erased.version).toBe(1);
  });
});
