import type { Consent, DecisionContext, IntentDefinition, Values } from '@arbiter/contracts';
import { heard, tenantLanguage } from '../../language';
import { isDeed } from '../reading/deeds/deed';
import { stanceTo, type Stance } from '../reading/deeds/stance';
import type { Asked } from '../state/session-state';

/** The consequence of a text about an intent: the deed is done upon a consent, or a reply is given instead. */
export type Course =
  | { readonly go: 'on'; readonly slots: Values; readonly consent: Consent | null }
  /** nothing is done, and the copy says so */
  | { readonly go: 'say'; readonly rule: string; readonly copy: string }
  /** another intent answers a question about this one */
  | { readonly go: 'enquire'; readonly rule: string; readonly intentId: string }
  | { readonly go: 'unknown'; readonly rule: string };

type Text = Pick<Asked, 'text' | 'personal' | 'receivedAt' | 'requestId'>;

/**
 * Whether a text may begin a deed (nothing unasked). A plain request begins it, and a less plain one is asked about
 * first. A refusal, a report or an enquiry is answered. An intent that changes nothing needs no consent.
 */
export function courseOf(intent: IntentDefinition, slots: Values, text: Text, { artifacts }: DecisionContext): Course {
  if (!isDeed(intent, artifacts)) return { go: 'on', slots, consent: null };
  const stance = stanceTo(
    intent,
    heard(text.text, tenantLanguage(artifacts), text.personal),
    tenantLanguage(artifacts),
    text.receivedAt,
  );
  const asked = (rule: string): Course => ({
    go: 'on',
    slots,
    consent: { kind: 'asked', rule, requestId: text.requestId },
  });
  switch (stance.stance) {
    case 'asks':
      return plain(stance, slots, text);
    case 'unclear':
      return asked(stance.rule);
    case 'refuses':
      return { go: 'say', rule: stance.rule, copy: 'deed_not_done' };
    case 'tells':
      return { go: 'say', rule: stance.rule, copy: 'deed_acknowledged' };
    case 'wants_another':
      return { go: 'unknown', rule: stance.rule };
    case 'enquires':
      return enquiry(intent, slots, stance) ?? asked(stance.rule);
  }
}

/**
 * A plain request brings its own values; a value from elsewhere in the text, or one that only a model has seen, has to
 * be asked about.
 */
function plain({ request, rule }: Stance, found: Values, { requestId }: Text): Course {
  const own = request?.extraction.slots ?? {};
  const slots = { ...found, ...own };
  const isOwn = Object.keys(slots).every((name) => Object.hasOwn(own, name));
  return {
    go: 'on',
    slots,
    consent: { kind: isOwn ? 'clear' : 'asked', rule: isOwn ? rule : 'told_elsewhere', requestId },
  };
}

function enquiry(
  { enquiry: intentId, about, slots: definitions }: IntentDefinition,
  slots: Values,
  { rule }: Stance,
): Course | null {
  const isNamed = definitions.some(({ name, required }) => required && Object.hasOwn(slots, name));
  if (intentId !== undefined && (isNamed || about === undefined)) return { go: 'enquire', rule, intentId };
  return about === undefined ? null : { go: 'say', rule, copy: about };
}
