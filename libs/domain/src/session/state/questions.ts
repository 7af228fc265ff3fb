import { HUMAN_HANDOFF_SENTENCE, type ArtifactBundle, type Question, type SlotDefinition } from '@arbiter/contracts';
import { languageOf } from '../../language';

/** CL-04: the last sentence of an answer that understood nothing; a yes brings in a person. */
export const HANDOFF_QUESTION: Question = { key: 'handoff', expectedType: 'yes_no', prompt: HUMAN_HANDOFF_SENTENCE };

/** The same question in the language of the copy. */
export const handoffQuestion = ({ copy }: Pick<ArtifactBundle, 'copy'>): Question => ({
  ...HANDOFF_QUESTION,
  prompt: languageOf(copy.locale).handoffSentence,
});

/** The intent that a yes to it means (CL-13). */
export const HANDOFF_INTENT = 'escalate';

/**
 * The key of the choice that is offered when again nothing was understood: the possible requests, by their titles. No
 * slot has a dot in its name.
 */
export const WANTED = 'platform.wanted';

const PROPOSE_AGAIN = 'platform.propose_again.';
/**
 * The key of the question whether an ended offer is to be proposed again; it names the offer by the answer of its
 * buttons.
 */
export const proposeAgainKey = (answerTo: string): string => `${PROPOSE_AGAIN}${answerTo}`;
export const offerAskedAbout = ({ key }: Pick<Question, 'key'>): string | null =>
  key.startsWith(PROPOSE_AGAIN) ? key.slice(PROPOSE_AGAIN.length) : null;

/** The platform asks it itself, and no slot of an intent is filled by its answer. */
export const isOfPlatform = (question: Pick<Question, 'key'>): boolean =>
  question.key === HANDOFF_QUESTION.key || question.key === WANTED || offerAskedAbout(question) !== null;

/** CL-07: the question for a slot without a value. */
export function slotQuestion({ name, expectedType, prompt, pattern, cues, choices }: SlotDefinition): Question {
  return {
    key: name,
    expectedType,
    prompt,
    ...(pattern === undefined ? {} : { pattern }),
    ...(cues === undefined ? {} : { cues }),
    ...(choices === undefined ? {} : { choices }),
  };
}
