import { Type } from 'typebox';
import { Sealed } from '../sealed';
import { Closed, Instant } from '../vocabulary';
import { event } from './event-definition';

/** The customer of a channel's account, as the tenant's own back end states it. The stream names the account. */
export const LINK_EVENTS = {
  'link.confirmed': event(
    'link',
    1,
    "The tenant's back end said which customer the account that was given this code belongs to (CH-17).",
    Closed({
      channel: Type.String(),
      customerId: Sealed(Type.String(), ''),
      codeHash: Type.String({ description: 'SHA-256 of the code: it counts once' }),
      confirmedBy: Type.String({ description: 'the caller, as its API key names it' }),
      confirmedAt: Instant,
      expiresAt: Type.Union([Instant, Type.Null()], { description: 'null: it stands until it is revoked' }),
    }),
  ),
  'link.revoked': event(
    'link',
    1,
    "The tenant's back end took an account's link back (CH-17).",
    Closed({
      channel: Type.String(),
      revokedBy: Type.String(),
      revokedAt: Instant,
    }),
  ),
} as const;
