import { exactAnswer, type ExactAnswer, type TenantLanguage, type Utterance } from '../../language';
import type { ProposedThread, SessionState } from '../state/session-state';
import { restatedIn } from './deeds/restated';

const isOpen = (thread: SessionState['threads'][number]): thread is ProposedThread =>
  thread.phase === 'proposed' && !thread.cancelling;
export const proposalsOf = ({ threads }: SessionState): readonly ProposedThread[] => threads.filter(isOpen);

/** Whether the text is an answer and nothing else, as far as only these deeds are spoken of. */
export const exactAnswerTo = (
  utterance: Utterance,
  threads: readonly ProposedThread[],
  language: TenantLanguage,
): ExactAnswer | null => exactAnswer(utterance, language, (said) => restatedIn(said, threads, language));

/** "yes, cancel it", where a cancellation waits for it, is an answer and ends nothing. */
export const isYesToAny = (said: Utterance, { threads }: SessionState, language: TenantLanguage): boolean =>
  threads.filter(isOpen).some((thread) => exactAnswerTo(said, [thread], language) === 'yes');
