import { HUMAN_HANDOFF_SENTENCE, type ArtifactBundle, type Question, type SlotDefinition } from '@arbiter/contracts';
import { languageOf } from '../language/languages';

/** CL-04: what an answer that understood nothing ends with; a yes brings in a person. */
export const HANDOFF_QUESTION: Question = { key: 'handoff', expectedType: 'yes_no', prompt: HUMAN_HANDOFF_SENTENCE };

/** The same question in the language of the copy. */
export const handoffQuestion = ({ copy }: Pick<ArtifactBundle, 'copy'>): Question => ({ ...HANDOFF_QUESTION, prompt: languageOf(copy.locale).handoffSentence });

/** The intent that a yes to it stands for (CL-13). */
export const HANDOFF_INTENT = 'escalate';

/** CL-07: what is asked when a slot has no value. */
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
