import { Type, type Static } from 'typebox';
import { Closed, OneOf } from './vocabulary';

/**
 * How a person came to want a run's deed.
 * - `asked`: not plainly requested; every change waits for an approval, below every threshold too
 * - `clear`: plainly requested; the tenant's risk rules decide what still waits for an approval
 * - `confirmed`: a yes to exactly the question that named it
 * - `direct`: a program that may asked for it by name (`POST /api/runs`)
 * - `standing`: the tenant switched the playbook on that does it, with the parameters of its bundle
 */
export const CONSENT_KINDS = ['asked', 'clear', 'confirmed', 'direct', 'standing'] as const;

/**
 * The rule of a consent to a deed that may be done already: an earlier request for the same had an outcome that is
 * unknown. The person is asked first, and told so.
 */
export const MAY_BE_DONE = 'may_be_done';

/**
 * The consent that a run is based on. Its person is the customer of the event that holds it, its deed the event's
 * template, its object the event's arguments. Without a consent nothing in the world is changed.
 */
export const Consent = Closed({
  kind: OneOf(CONSENT_KINDS),
  rule: Type.String({ description: 'the rule that found it' }),
  requestId: Type.String({ description: 'the turn, or the submission, in which it was given' }),
});
export type Consent = Static<typeof Consent>;
