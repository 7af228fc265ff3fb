import type { TenantLanguage } from '../../language/tenant-language';
import { from, hitsOf, utteranceOf, type Utterance } from '../../language/utterance';
import type { RoutingMatch } from '../routing/routing';
import { threadAsking } from '../state/answer-to';
import { isAsking, threadOf, type Outcome, type SessionState, type Thread } from '../state/session-state';
import { threadOfTurn } from '../state/turns';
import { namingIn } from './naming';
import { readOverride } from './override';
import type { Turn } from './turn-view';

/** The open threads that a text names, or else the topic it names that has ended, the latest of them. */
export interface Named {
  readonly threads: readonly Thread[];
  readonly outcome: Outcome | null;
  readonly words: ReadonlySet<string>;
}

export function namedIn(
  said: Utterance,
  { threads, lastOutcome, earlierOutcomes }: SessionState,
  language: TenantLanguage,
): Named {
  const { topics, words } = namingIn<Thread | Outcome>(
    said,
    lastOutcome ? [...threads, lastOutcome, ...earlierOutcomes] : threads,
    language,
  );
  const open = topics.filter((topic): topic is Thread => !('outcome' in topic));
  const [outcome = null] = open.length > 0 ? [] : topics.filter((topic): topic is Outcome => 'outcome' in topic);
  return { threads: open, outcome, words };
}

const NOTHING = utteranceOf('');

/**
 * The part of a text that the rules read: nothing of an unreadable one, nor of an answer to a closed question, unless
 * it overrides.
 */
export function spokenPart(
  turn: Turn,
  said: Utterance,
  named: Named,
  session: SessionState,
  language: TenantLanguage,
): Utterance {
  if (
    turn.unreadable !== undefined ||
    turn.linkOffer !== undefined ||
    (isAnswerToClosed(turn, session) && readOverride(said, language) === null)
  )
    return NOTHING;
  return besidesReference(said, named, language);
}

export const isAnswerToClosed = ({ answerTo }: Turn, { threads }: SessionState): boolean =>
  answerTo !== undefined && !threads.some((thread) => threadAsking(thread, answerTo) !== null);

/** The text without its reference to a topic: "yes" of "about the refund: yes". */
function besidesReference(said: Utterance, { words }: Named, language: TenantLanguage): Utterance {
  const [referring] = hitsOf(said, language.referring);
  const next =
    referring?.index === 0
      ? said.tokens.findIndex(({ opensClause }, index) => opensClause && index > referring.end)
      : -1;
  const isReference = said.tokens
    .slice(referring?.end, next)
    .every(({ word }) => words.has(word) || language.words.neutral.has(word));
  return next > 0 && words.size > 0 && isReference ? from(said, next) : said;
}

/**
 * The part of the session that a turn points at, apart from its text (RT-11): the question of a pressed button, the
 * message it replies to, a topic it names. It decides no category: within each category the rules look at this part of
 * the session first.
 */
export interface Addressed {
  readonly by: 'button' | 'reply' | 'name';
  /** the session as far as it is pointed at */
  readonly session: SessionState;
  readonly threadIds: readonly string[];
}

export const addressedBy = (
  turn: Turn,
  said: Utterance,
  named: Named,
  session: SessionState,
  language: TenantLanguage,
): Addressed | null =>
  byButton(turn, session) ?? byReply(turn, session) ?? byName(named, session) ?? byNumber(said, session, language);

const pointing = (
  by: Addressed['by'],
  session: SessionState,
  threads: readonly Thread[],
  lastOutcome: SessionState['lastOutcome'] = null,
): Addressed => ({
  by,
  session: { ...session, threads, weighing: [], lastOutcome },
  threadIds: threads.map(({ threadId }) => threadId),
});

function byButton({ answerTo }: Turn, session: SessionState): Addressed | null {
  const threads =
    answerTo === undefined ? [] : session.threads.flatMap((thread) => threadAsking(thread, answerTo) ?? []);
  return threads.length > 0 ? pointing('button', session, threads) : null;
}

function byReply({ replyToRequestId }: Turn, session: SessionState): Addressed | null {
  const thread = replyToRequestId === undefined ? null : threadRepliedTo(session, replyToRequestId);
  return thread && pointing('reply', session, [thread]);
}

const threadRepliedTo = (session: SessionState, requestId: string): Thread | null =>
  threadOf(session, threadOfTurn(session.turns, requestId) ?? requestId) ??
  session.threads.find((thread) => 'runId' in thread && thread.runId === requestId) ??
  null;

/** A name that fits every open topic points at none of them. */
function byName({ threads, outcome }: Named, session: SessionState): Addressed | null {
  if (outcome && (session.threads.length > 0 || outcome !== session.lastOutcome))
    return pointing('name', session, [], outcome);
  return threads.length > 0 && threads.length < session.threads.length ? pointing('name', session, threads) : null;
}

/** "forget the second one": topics are counted as they were opened. */
function byNumber(said: Utterance, session: SessionState, { words, override }: TenantLanguage): Addressed | null {
  if (session.threads.length < 2 || hitsOf(said, override).length === 0) return null;
  const place = said.tokens.map(({ word }) => words.ordinals.get(word)).find((ordinal) => ordinal !== undefined);
  const thread =
    place === undefined ? undefined : session.threads.toSorted((one, other) => one.number - other.number)[place - 1];
  return thread ? pointing('name', session, [thread]) : null;
}

const ANSWERING: ReadonlySet<RoutingMatch['action']['do']> = new Set([
  'fill_slot',
  'decide_handoff',
  'choose_intent',
  'propose_again',
  'decide_approval',
]);

/**
 * Whether a turn may answer this question although it points elsewhere: a pressed button answers its own question only,
 * and a yes to money needs that nothing else was spoken to.
 */
export function mayAnswer(
  addressed: Addressed | null,
  { answerTo, replyToRequestId }: Turn,
  session: SessionState,
  { threadId, action }: RoutingMatch,
): boolean {
  if (!ANSWERING.has(action.do) || addressed?.threadIds.includes(threadId ?? '')) return true;
  if (answerTo !== undefined) return false;
  if (action.do !== 'decide_approval') return true;
  const replied = replyToRequestId === undefined ? null : threadOfTurn(session.turns, replyToRequestId);
  const asksElsewhere =
    addressed !== null &&
    session.threads.some((thread) => isAsking(thread) && addressed.threadIds.includes(thread.threadId));
  return !asksElsewhere && (replied === null || replied === threadId);
}
