import type { RoutingCategory, Values } from '@arbiter/contracts';
import { heard } from '../../language';
import { tenantLanguage, type RoutingArtifacts } from '../../language/tenant-language';
import { coveredBy, saysOnly } from '../../language/utterance';
import { addressedBy, mayAnswer, namedIn, spokenPart } from '../reading/addressed';
import type { RoutingProposal } from '../reading/routing-proposal';
import { viewOf, type Turn, type TurnView } from '../reading/turn-view';
import { wantsIn } from '../reading/wants';
import { statusOf, type SessionState } from '../state/session-state';
import { CLOSED_QUESTION_RULE, UNLINKED_RULE, UNREADABLE_RULE, WITHDRAWAL_RULE } from './addressed-rules';
import { CORRECTION_RULES, RETELLING_RULES } from './correction-rules';
import { ENDED_OFFER_RULES } from './ended-offer-rules';
import { FOLLOW_UP_RULE, OBJECT_RULE } from './follow-up-rules';
import { FILLER_RULES, NUDGE_RULES, REQUEST_RULES } from './other-rules';
import { OVERRIDE_RULES } from './override-rules';
import { PENDING_RULES, UNSAID_ANSWER_RULE } from './pending-rules';
import { SAFETY_RULE } from './safety-rule';
import type { RoutingAction, RoutingMatch, RoutingRule } from './routing';

/** RT-03: every routing decision there is; the first rule that applies decides. The last one always does. */
export const ROUTING_TABLE: readonly RoutingRule[] = [
  SAFETY_RULE,
  WITHDRAWAL_RULE,
  ...CORRECTION_RULES,
  ...OVERRIDE_RULES,
  ...PENDING_RULES,
  ...RETELLING_RULES,
  UNSAID_ANSWER_RULE,
  ...NUDGE_RULES,
  FOLLOW_UP_RULE,
  ...REQUEST_RULES,
  UNLINKED_RULE,
  UNREADABLE_RULE,
  ...ENDED_OFFER_RULES,
  CLOSED_QUESTION_RULE,
  OBJECT_RULE,
  ...FILLER_RULES,
];

/** Neighbouring rules of one category. */
const BY_CATEGORY = ROUTING_TABLE.reduce<RoutingRule[][]>((groups, rule) => {
  if (groups.at(-1)?.[0]?.category === rule.category) groups.at(-1)?.push(rule);
  else groups.push([rule]);
  return groups;
}, []);

/**
 * A routing decision (RT-01, RT-16). `inputs` records the input of the rules: counts, ids, statuses and phrases of the
 * lexicon, never the text.
 */
export interface Routing {
  readonly category: RoutingCategory;
  readonly rule: string;
  readonly threadId: string | null;
  readonly inputs: Values;
  readonly action: RoutingAction;
  /** no proposal was given, and one could change this decision: a model is worth asking first */
  readonly isTentative: boolean;
}

/** Gives a turn its category and its thread, by code alone; a model's proposal is one input (RT-10). */
export function categorise(
  turn: Turn,
  session: SessionState,
  artifacts: RoutingArtifacts,
  proposal: RoutingProposal | null = null,
): Routing {
  const language = tenantLanguage(artifacts);
  const said = heard(turn.text, language, turn.personal);
  const named = namedIn(said, session, language);
  const addressed = addressedBy(turn, said, named, session, language);
  const spoken = spokenPart(turn, said, named, session, language);
  const given = { turn, said: spoken, whole: session, language, proposal };
  const seen = (part: SessionState) => viewOf({ ...given, session: part }, named.words);
  const view = seen(session);
  const found = firstMatch(addressed ? [seen(addressed.session), view] : [view], (match) =>
    mayAnswer(addressed, turn, session, match),
  );
  return {
    ...found,
    inputs: { ...inputsOf(view), addressed: addressed && { by: addressed.by, threadIds: addressed.threadIds } },
    isTentative: proposal === null && isOpenToProposals(found, view),
  };
}

/** A request for one more of the same steers nothing and answers nothing. */
const BEFORE_REQUESTS: ReadonlySet<RoutingCategory> = new Set(['override', 'answer_to_pending']);

/** RT-11: within a category, the part that the turn points at comes first. */
function firstMatch(views: readonly TurnView[], isAllowed: (match: RoutingMatch) => boolean) {
  for (const rules of BY_CATEGORY) {
    for (const view of views) {
      for (const { category, rule, match } of rules) {
        const matched = view.isAddition && BEFORE_REQUESTS.has(category) ? null : match(view);
        if (matched && isAllowed(matched)) return { category, rule, ...matched };
      }
    }
  }
  throw new Error('the last rule of the routing table must apply to every turn');
}

/**
 * Overrides and nudges are settled by their words, and so is an answer without other content; any other text while a
 * topic is open may belong to it. With nothing open, only a text that begins like courtesy may be no more than that.
 */
function isOpenToProposals(
  { category, rule }: Pick<Routing, 'category' | 'rule'>,
  { session, answer, said, language }: TurnView,
): boolean {
  const isOpen = session.threads.length > 0;
  switch (category) {
    case 'override':
    case 'status_nudge':
      return false;
    case 'answer_to_pending':
      return rule === 'answer_changes_proposal' || !answer?.isFirm;
    case 'new_request':
      return (
        isOpen ||
        (wantsIn(said, language).length === 0 && coveredBy(said, language.filler, language.approving).size > 0)
      );
    case 'filler':
      return (
        rule === 'question_about_topic' ||
        (isOpen &&
          rule !== 'answer_to_ended_offer' &&
          (rule !== 'courtesy' || !saysOnly(said, language.words, language.filler, language.yesNo)))
      );
  }
}

function inputsOf({
  override,
  subject,
  answer,
  yesNo,
  nudge,
  fillers,
  isRequest,
  suggestion,
  session,
}: TurnView): Values {
  const count = (status: string) => session.threads.filter((thread) => statusOf(thread) === status).length;
  return {
    words: subject.tokens.length,
    override: override && {
      phrases: override.phrases,
      ends: override.ends,
      bare: override.bare,
      apart: override.apart,
    },
    answer: answer && {
      threadId: answer.thread.threadId,
      key: answer.question.key,
      expectedType: answer.question.expectedType,
    },
    yesNo,
    nudge: nudge && nudge.text,
    fillers,
    isRequest,
    suggestion: suggestion && suggestion.attachment,
    threads: {
      inProgress: count('in_progress'),
      proposed: count('workflow_proposed'),
      waiting: count('waiting_for_user'),
    },
    hasOutcome: session.lastOutcome !== null,
  };
}
