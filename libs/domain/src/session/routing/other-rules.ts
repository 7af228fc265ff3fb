import {
  NOTHING_RESTATED,
  clausesOf,
  exactAnswer,
  hitsOf,
  saysOnly,
  saysYes,
  type Mark,
  type TenantLanguage,
  type Utterance,
} from '../../language';
import { asksAboutTopic, topicSpokenOf } from '../reading/about-topic';
import { leadsAway } from '../reading/attachment';
import { asksOnItsOwn } from '../reading/deeds/parts';
import { askingThreads } from '../reading/pending';
import type { TurnView } from '../reading/turn-view';
import {
  activeThread,
  isAsking,
  isWorking,
  questionOf,
  threadOf,
  type Outcome,
  type Thread,
} from '../state/session-state';
import { titleOf } from '../state/title';
import { namesOnly } from './follow-up-rules';
import { say, type RoutingMatch, type RoutingRule } from './routing';

/** RT-06, RT-07, RT-13: a nudge reports and changes nothing. */
export const NUDGE_RULES: readonly RoutingRule[] = [
  { category: 'status_nudge', rule: 'nudge_reports_work', match: reportsWork },
  { category: 'status_nudge', rule: 'nudge_reports_queue', match: reportsQueue },
  { category: 'status_nudge', rule: 'nudge_reports_question', match: reportsQuestion },
  { category: 'status_nudge', rule: 'nudge_reports_outcome', match: reportsOutcome },
  { category: 'status_nudge', rule: 'nudge_finds_nothing', match: reportsNothing },
];

/** The reply to a text without content. */
const ACKNOWLEDGED = 'filler_acknowledged';

export const REQUEST_RULES: readonly RoutingRule[] = [
  { category: 'new_request', rule: 'new_request', match: requests },
];

/** RT-09: courtesy is answered and changes nothing. */
export const FILLER_RULES: readonly RoutingRule[] = [
  { category: 'filler', rule: 'question_about_topic', match: asksAbout },
  { category: 'filler', rule: 'unclear_yes_or_no', match: isUnclear },
  { category: 'filler', rule: 'acknowledged_but_not_answered', match: isAcknowledged },
  { category: 'filler', rule: 'yes_to_nothing', match: saysYesToNothing },
  { category: 'filler', rule: 'courtesy', match: isCourtesy },
];

function reportsWork({ nudge, session, language }: TurnView): RoutingMatch | null {
  const thread = session.threads.findLast(isWorking);
  if (nudge && !thread && session.weighing.length > 0) return say('working', null);
  if (!nudge || !thread) return null;
  if (thread.intentId === null) return say('working', thread.threadId);
  return say('nudge_in_progress', thread.threadId, { title: titleOf(thread.intentId, language.intents) });
}

/** RT-06: a queued request is reported when nothing else is under way, or when the nudge is about it. */
function reportsQueue({ nudge, session, language }: TurnView): RoutingMatch | null {
  const thread = session.threads.find(
    ({ threadId }) => threadId === session.queuedThreadIds.find((queued) => threadOf(session, queued)),
  );
  return nudge && thread?.phase === 'queued'
    ? say('nudge_queued', thread.threadId, { title: titleOf(thread.intentId, language.intents) })
    : null;
}

function reportsQuestion({ nudge, session }: TurnView): RoutingMatch | null {
  const thread = session.threads.findLast(isAsking);
  return nudge && thread ? say('nudge_waiting', thread.threadId, { question: questionOf(thread).prompt }) : null;
}

function reportsOutcome({ nudge, session: { lastOutcome } }: TurnView): RoutingMatch | null {
  return nudge && lastOutcome ? say('nudge_outcome', lastOutcome.threadId, { outcome: lastOutcome.outcome }) : null;
}

/** With nothing to ask about, "hello?" is a greeting. */
function reportsNothing({ nudge, fillers }: TurnView): RoutingMatch | null {
  return nudge && !(nudge.asking && fillers.length > 0) ? say('nudge_nothing', null) : null;
}

/** RT-08: any text with more than courtesy, unless it is only an unclear yes or no, or asks about the current topic. */
function requests(view: TurnView): RoutingMatch | null {
  const { suggestion, subject } = view;
  const isAside = suggestion?.attachment === 'courtesy' || topicAskedAbout(view) !== null;
  const isSeen = suggestion?.attachment === 'requests' && !suggestion.isInferred && subject.tokens.length > 0;
  if (isAside || namesOnly(view) !== null || (!isSeen && (!view.saysMore || isUnclear(view)))) return null;
  const { requestId } = view.turn;
  return { threadId: requestId, action: { do: 'request', request: view.subject.text } };
}

/** The topic that a text asks about, by a model's suggestion or, unless one leads away from it, by the words. */
function topicAskedAbout({
  proposal,
  suggestion,
  subject,
  session,
  saysMore,
  language,
}: TurnView): Thread | Outcome | null {
  if (suggestion?.attachment === 'asks_about') return suggestion.topic ?? topicSpokenOf(session);
  const topic = saysMore ? topicSpokenOf(session) : null;
  return topic && !leadsAway(proposal, suggestion, topic.intentId) && asksAboutTopic(subject, topic, language)
    ? topic
    : null;
}

/** No intent answers this question about a topic: the topic stays as it is, and its state is reported. */
function asksAbout(view: TurnView): RoutingMatch | null {
  const topic = topicAskedAbout(view);
  if (!topic) return null;
  if ('outcome' in topic) return say('nudge_outcome', topic.threadId, { outcome: topic.outcome });
  return isAsking(topic)
    ? say('nudge_waiting', topic.threadId, { question: questionOf(topic).prompt })
    : say('working', topic.threadId);
}

/**
 * "yes, but only half of it" settles nothing: the question is put again, unless something of its own is asked for as
 * well.
 */
function isUnclear({ yesNo, isRequest, session, subject, language }: TurnView): RoutingMatch | null {
  const thread = askingThreads(session).find((asking) => questionOf(asking).expectedType === 'yes_no');
  if (!thread) return null;
  const isProposed = thread.phase === 'proposed';
  const isHedged = yesNo === 'unclear' || (isProposed && yesNo === null && isYesWithLimits(subject, language));
  if (!isHedged) return null;
  const asksMore =
    isRequest || (isProposed && clausesOf(subject, language).some((clause) => asksOnItsOwn(clause, subject, language)));
  return asksMore ? null : say('yes_no_reprompt', thread.threadId, { question: questionOf(thread).prompt });
}

const LIMITS: readonly Mark[] = ['partial', 'excluded', 'conditional', 'hedged'];

/** "yes but only half" */
const isYesWithLimits = (subject: Utterance, language: TenantLanguage): boolean => {
  const [first] = hitsOf(subject, language.yesNo);
  return (
    first?.index === 0 &&
    first.phrase.list === 'yes' &&
    clausesOf(subject, language).some(({ marks }) => LIMITS.some((mark) => marks.has(mark)))
  );
};

/** "great" to an open question answers nothing: the question is repeated. */
function isAcknowledged({ fillers, session }: TurnView): RoutingMatch | null {
  const [thread] = askingThreads(session);
  if (!thread || (fillers[0] ?? ACKNOWLEDGED) !== ACKNOWLEDGED) return null;
  return say('nudge_waiting', thread.threadId, { question: questionOf(thread).prompt });
}

/** A yes, and nothing is under way that could have asked for one. */
function saysYesToNothing({ subject, whole, language }: TurnView): RoutingMatch | null {
  const isYes = saysYes(subject, language) && exactAnswer(subject, language, NOTHING_RESTATED) === 'yes';
  const isCourteous = hitsOf(subject, language.filler).length > 0 && saysOnly(subject, language.words, language.filler);
  return isYes && !isCourteous && whole.threads.length === 0 ? say('nudge_nothing', null) : null;
}

function isCourtesy({ fillers, session }: TurnView): RoutingMatch | null {
  const threadId = activeThread(session)?.threadId ?? null;
  return { threadId, action: { do: 'say', copy: fillers[0] ?? ACKNOWLEDGED, args: {} } };
}
