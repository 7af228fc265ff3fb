import {
  matchRequest,
  respelled,
  utteranceOf,
  type Clause,
  type TenantLanguage,
  type Utterance,
} from '../../../language';
import { ANY_DAY } from '../extract-slots';
import { plainRequestsFor } from './plain-request';

/** A clause asks for something that an intent gives, plainly or in the words of an example. */
export const isUnderstood = (clause: Clause, utterance: Utterance, language: TenantLanguage): boolean =>
  isPlainlyAsked(clause, utterance, language) ||
  matchRequest(language.requests, ownText(clause, { utterance, language })) !== null;

export const isPlainlyAsked = ({ start, end }: Clause, utterance: Utterance, language: TenantLanguage): boolean =>
  language.intents.some((intent) =>
    plainRequestsFor(intent, utterance, language, ANY_DAY).some(
      ({ clause: own }) => own.start <= start && own.end === end,
    ),
  );

/** A clause as a text of its own. */
export const ownText = (
  { start, end }: Clause,
  { utterance: { text, tokens }, language }: { readonly utterance: Utterance; readonly language: TenantLanguage },
): Utterance =>
  respelled(
    utteranceOf(text.slice(tokens[start]?.start ?? 0, tokens[end]?.start ?? text.length).replace(/[\s,;:–—-]+$/u, '')),
    language,
  );
