import {
  taggedIn,
  windowOf,
  withPersonalValues,
  type ArtifactBundle,
  type OpenTopic,
  type PastLine,
  type Tagged,
  type TurnContext,
} from '@arbiter/contracts';
import { excerpt } from '../../language';
import { isAsking, questionOf, type Asked, type SessionState, type Thread } from '../state/session-state';
import type { TranscriptLine } from '../state/transcript';

/** The number of topics that are shown, the latest ones. */
const MOST_TOPICS = 20;
const LONGEST_QUESTION = 300;

/**
 * CX-10: all that a model sees of a chat, made anew for each ask: the open topics as short lines, and the latest past
 * turns.
 */
export function contextOf(
  { threads, heard }: SessionState,
  asked: Pick<Asked, 'requestId' | 'partOf'>,
  { conversation }: Pick<ArtifactBundle, 'conversation'>,
): TurnContext {
  const own = asked.partOf ?? asked.requestId;
  const before = heard.filter(({ requestId, by }) => by === 'assistant' || requestId !== own);
  const past = latestOf(before, windowOf(conversation));
  const topics = threads.filter(({ threadId }) => threadId !== asked.requestId).slice(-MOST_TOPICS);
  return { topics: topics.map(topicLine), past, cut: before.length - past.length };
}

const PHASES: Readonly<Record<Thread['phase'], OpenTopic['state']>> = {
  classifying: 'working',
  running: 'working',
  proposed: 'proposed',
  waiting: 'waiting',
  queued: 'queued',
};

const topicLine = (thread: Thread): OpenTopic => ({
  topic: thread.number,
  intent: thread.intentId,
  state: PHASES[thread.phase],
  question: isAsking(thread) ? excerpt(questionOf(thread).prompt, LONGEST_QUESTION) : null,
  given: Object.keys(thread.slots),
});

/** From the latest back, until there are enough turns, or enough characters. */
function latestOf(
  lines: readonly TranscriptLine[],
  { pastTurns, characters }: ReturnType<typeof windowOf>,
): PastLine[] {
  const taken: PastLine[] = [];
  let turns = 0;
  let length = 0;
  for (const { by, text } of lines.toReversed()) {
    length += text.length;
    if (turns === pastTurns || length > characters) break;
    if (by === 'person') turns += 1;
    taken.unshift({ by, text });
  }
  return taken;
}

/**
 * CX-03: the values that people gave for arguments which the schemas of their templates mark as personal, in topics
 * that are open or ended lately, and those that were recognised in what was said. They are hidden
 * wherever they occur, because a name or an address alone, or a number without its words, is not always recognised.
 */
export function knownPersonal(
  { threads, lastOutcome, earlierOutcomes, endedOffers, personal, recognised }: SessionState,
  { intents, templates }: Pick<ArtifactBundle, 'intents' | 'templates'>,
): readonly Tagged[] {
  const topics = [...threads, ...(lastOutcome ? [lastOutcome] : []), ...earlierOutcomes, ...endedOffers];
  const given = topics.flatMap(({ intentId, slots }) => {
    const name = intents.find(({ intent }) => intent === intentId)?.template;
    const schema = templates.find(({ template }) => template === name)?.args;
    return taggedIn(schema, withPersonalValues(slots, personal));
  });
  return [...given, ...recognised];
}
