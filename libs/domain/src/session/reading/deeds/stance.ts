import type { IntentDefinition } from '@arbiter/contracts';
import { matchRequest, type Clause, type TenantLanguage, type Utterance } from '../../../language';
import { heardOf, type Heard } from './heard';
import { isEnquired, isMissing, isQuoted, isRefused, opensExcluding } from './mentioned';
import type { PlainRequest } from './plain-request';
import { isTainted } from './tainted';
import { isTakenBack } from './taken-back';

/** A text's stance towards a deed. The first that applies counts; the rule gives the reason. */
export interface Stance {
  readonly stance:
    /** the text plainly asks for the deed */
    | 'asks'
    /** the text mentions the deed, and the wish has to be asked for */
    | 'unclear'
    /** the text asks for the deed's state, or how it is done */
    | 'enquires'
    /** the text states that the deed is not wanted */
    | 'refuses'
    /** the text reports the deed as something present or past */
    | 'tells'
    /** the text wants something else in place of the deed */
    | 'wants_another';
  readonly rule: string;
  /** of a plain request: its place and its values */
  readonly request: PlainRequest | null;
}

interface StanceRule {
  readonly rule: string;
  readonly stance: Stance['stance'];
  readonly applies: (heard: Heard) => boolean;
}

const has =
  (mark: Parameters<Clause['marks']['has']>[0]) =>
  ({ marks }: Clause): boolean =>
    marks.has(mark);
const allMentions =
  (check: (clause: Clause) => boolean) =>
  ({ mentions }: Heard): boolean =>
    mentions.length > 0 && mentions.every(check);

/** In this order; the last one always applies. */
const RULES: readonly StanceRule[] = [
  { rule: 'plainly_asked_for', stance: 'asks', applies: (heard) => heard.requests.length > 0 && !isTainted(heard) },
  { rule: 'taken_back', stance: 'refuses', applies: isWithdrawn },
  { rule: 'several_asked_for', stance: 'unclear', applies: ({ requests }) => requests.length > 0 },
  {
    rule: 'another_instead',
    stance: 'wants_another',
    applies: (heard) =>
      allMentions((clause) => has('excluded')(clause) && (clause.act === 'wish' || opensExcluding(clause, heard)))(
        heard,
      ),
  },
  {
    rule: 'only_quoted',
    stance: 'wants_another',
    applies: (heard) => heard.mentions.length > 0 && heard.mentions.every((clause) => isQuoted(clause, heard)),
  },
  { rule: 'missed', stance: 'enquires', applies: (heard) => heard.mentions.some((clause) => isMissing(clause, heard)) },
  { rule: 'refused', stance: 'refuses', applies: isRefused },
  {
    rule: 'enquired_about',
    stance: 'enquires',
    applies: (heard) => heard.mentions.some((clause) => isEnquired(clause, heard)),
  },
  {
    rule: 'told_of',
    stance: 'tells',
    applies: allMentions(
      (clause) =>
        clause.act === 'report' &&
        (has('past')(clause) || !has('conditional')(clause)) &&
        !has('hedged')(clause) &&
        !has('reported')(clause),
    ),
  },
  {
    rule: 'asked_like_example',
    stance: 'enquires',
    applies: ({ intent, clauses, utterance, language }) =>
      clauses.every(({ act }) => act === 'question' || act === 'courtesy') &&
      matchRequest(language.requests, utterance) === intent,
  },
  {
    rule: 'not_spoken_of',
    stance: 'wants_another',
    applies: ({ mentions, clauses }) =>
      mentions.length === 0 && clauses.every(({ act }) => act === 'question' || act === 'courtesy'),
  },
  { rule: 'not_plainly_asked_for', stance: 'unclear', applies: () => true },
];

/** A text's stance towards the deed of an intent, by its words alone. */
export function stanceTo(
  intent: IntentDefinition,
  utterance: Utterance,
  language: TenantLanguage,
  now: string,
): Stance {
  const heard = heardOf(intent, utterance, language, now);
  const { requests } = heard;
  const { stance, rule } = RULES.find(({ applies }) => applies(heard)) as StanceRule;
  return { stance, rule, request: stance === 'asks' ? (requests[0] ?? null) : null };
}

/** The deed mentioned last is taken back, and nothing is asked for in its place. */
function isWithdrawn({ requests, mentions, utterance, language }: Heard): boolean {
  const last = [...requests.map(({ clause }) => clause), ...mentions].map(({ end }) => end);
  return last.length > 0 && isTakenBack(Math.max(...last), utterance, language);
}
