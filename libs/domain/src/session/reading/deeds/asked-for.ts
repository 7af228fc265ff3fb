import type { Consent } from '@arbiter/contracts';
import type { Thread } from '../../state/session-state';

/** Doubts about a value; the deed itself was plainly asked for. */
const ABOUT_VALUES: ReadonlySet<string> = new Set(['changed', 'answered_with_more', 'told_before']);

/**
 * This person plainly asked for the deed in this topic, so that an "ok" is enough; a model or the platform brought any
 * other one up.
 */
export const isAskedFor = ({ consent }: Pick<Thread, 'consent'>): boolean =>
  consent !== null && (consent.kind !== 'asked' || ABOUT_VALUES.has(consent.rule));

/** A consent that does not cover a change: the deed is asked about. The first doubt about it stays its reason. */
export const asAsked = (consent: Consent | null, rule: string, requestId: string): Consent | null =>
  consent && { kind: 'asked', rule: consent.kind === 'asked' ? consent.rule : rule, requestId };
