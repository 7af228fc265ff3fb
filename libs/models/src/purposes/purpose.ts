import type { ArtifactBundle, PersonalValues, Proposal } from '@arbiter/contracts';
import type { TSchema } from 'typebox';
import type { Completion } from '../completion';
import type { Draft } from '../context';

/** One ask, ready for a model: the draft of its prompt, and how the answer is read. */
export interface Task<Answer> {
  readonly draft: Draft;
  readonly inputCharacters: number;
  /**
   * PV-10: checks everything; throws a retryable `invalid_proposal` that names the property and never its value.
   * `personal` gives the values of the prompt's tokens: checks look at the values, and the answer keeps the tokens
   * (AG-08).
   */
  answer(completion: Completion, personal?: PersonalValues): Answer;
}

/** The content of an answer; the gateway adds which provider and model gave it. */
export type Content<Answer> = Answer extends unknown
  ? Omit<Answer, 'provider' | 'model' | 'personal' | 'context'>
  : never;
export type AskAnswer = Exclude<Proposal, { kind: 'failure' }>;

/**
 * A kind of question for a model. A purpose is a file of its own, listed in `index.ts`: its input, its prompt, the
 * check of its answer, and the embedded provider's answer.
 */
export interface Purpose<Input = unknown, Answer extends AskAnswer = AskAnswer> {
  readonly name: string;
  /** the subject that it is asked on; permissions say which service may ask there */
  readonly subject: 'intent' | 'reply' | 'plan';
  /** the input of an ask */
  readonly input: TSchema;
  /** whether its words reach people as they come */
  readonly isSpoken: boolean;
  /** PL-13: the asker has invalid answers repaired itself, and counts the calls */
  readonly isRepairedByAsker?: true;
  /** EX-10: it is offered tools, and answers with a call or without one */
  readonly callsTools?: true;
  /** PL-14: a model is called only for a question that the log holds, and that is open */
  readonly needsQuestion?: true;
  /** the embedded providers' models for it, by provider */
  readonly embeddedModels: Readonly<Record<string, string>>;
  /** Throws a terminal error when the bundle lacks something that the ask names. */
  task(input: Input, bundle: ArtifactBundle): Task<Content<Answer>>;
  /** PV-04: how sure an answer of tier B is (0 to 1); without it only an invalid one goes up to tier A */
  confidence?(answer: Answer): number;
}
