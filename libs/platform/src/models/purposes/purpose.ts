import type { ArtifactBundle, PersonalValues, Proposal } from '@arbiter/contracts';
import type { TSchema } from 'typebox';
import type { Completion } from '../completion';
import type { Draft } from '../context';

/** One ask, ready to be put to a model: what goes into its prompt, and how what comes back is read. */
export interface Task<Answer> {
  readonly draft: Draft;
  readonly inputCharacters: number;
  /**
   * PV-10: checks everything; throws a retryable `invalid_proposal` that names the property and never its value.
   * `personal` is what the tokens of the prompt stand for: they are looked through for the checks, and stay in the
   * answer (AG-08).
   */
  answer(completion: Completion, personal?: PersonalValues): Answer;
}

/** What an answer says of its content; the gateway adds who gave it. */
export type Content<Answer> = Answer extends unknown
  ? Omit<Answer, 'provider' | 'model' | 'personal' | 'context'>
  : never;
export type AskAnswer = Exclude<Proposal, { kind: 'failure' }>;

/**
 * Something a model is asked for. A purpose is a file of its own, listed in `index.ts`: what is asked, how a model is
 * prompted, how its answer is checked, and how the embedded provider answers.
 */
export interface Purpose<Input = unknown, Answer extends AskAnswer = AskAnswer> {
  readonly name: string;
  /** the subject that it is asked on, which says who may ask */
  readonly subject: 'intent' | 'reply' | 'plan';
  /** what is asked */
  readonly input: TSchema;
  /** whether its words reach people as they come */
  readonly isSpoken: boolean;
  /** PL-13: who asks has its answer repaired itself, and counts the calls */
  readonly isRepairedByAsker?: true;
  /** PL-14: a model is called only for a question that the log holds, and that is open */
  readonly needsQuestion?: true;
  /** the embedded providers' models for it, by provider */
  readonly embeddedModels: Readonly<Record<string, string>>;
  /** Throws a terminal error when the bundle lacks what the ask names. */
  task(input: Input, bundle: ArtifactBundle): Task<Content<Answer>>;
  /** PV-04: how sure an answer of tier B is (0 to 1); where there is no such thing it is never asked again of tier A */
  confidence?(answer: Answer): number;
}
