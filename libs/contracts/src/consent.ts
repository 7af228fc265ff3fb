import { Type, type Static } from 'typebox';
import { Closed, OneOf } from './vocabulary';

/**
 * How a person came to want what a run does.
 * - `asked`: not said plainly; whatever changes something waits for a yes, below every threshold too
 * - `clear`: plainly asked for; the tenant's risk rules say what still waits for a yes
 * - `confirmed`: a yes to exactly the question that named it
 * - `direct`: a program that may asked for it by name (`POST /api/runs`)
 * - `standing`: the tenant switched the playbook on that does it, with the parameters of its bundle
 */
export const CONSENT_KINDS = ['asked', 'clear', 'confirmed', 'direct', 'standing'] as const;

/**
 * The consent a run stands upon. Its person is the customer of the event that holds it, its deed the event's template,
 * its object the event's arguments. Without one nothing is changed in the world.
 */
export const Consent = Closed({
  kind: OneOf(CONSENT_KINDS),
  rule: Type.String({ description: 'the rule that found it' }),
  requestId: Type.String({ description: 'the turn, or the submission, in which it was given' }),
});
export type Consent = Static<typeof Consent>;
