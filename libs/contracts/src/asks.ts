import { Type, type Static } from 'typebox';
import type { Evidence } from './evidence';
import { StepClass } from './artifacts/models';
import type { Revision } from './artifacts/playbook';
import type { ContextReport } from './context-report';
import type { PersonalValues } from './personal-values';
import { ModelGrants, WaitedBudget } from './playbook-run';
import { WishedTier, type AnswerBasis, type Attachment, type Values } from './vocabulary';

/** How sure a model is (0 to 1), and how the text relates to the open topics by its answer. */
interface Suggested {
  readonly confidence: number;
  readonly attachment: Attachment | null;
  /** the number of the open topic that is meant; absent or null: it names none */
  readonly topic?: number | null;
  /** the values of the tokens in it; absent where it has none */
  readonly personal?: PersonalValues;
  /** the context that the model had; absent for an embedded one, which reads the text itself */
  readonly context?: ContextReport;
  readonly provider: string;
  readonly model: string;
}

/** A proposal: a model's suggestion. It never decides what happens, and is never a step (PL-01). */
export type Proposal =
  | (Suggested & { readonly kind: 'intent'; readonly intentId: string | null; readonly slots: Values })
  /** a template with all of its arguments */
  | (Suggested & { readonly kind: 'template'; readonly template: string; readonly args: Values })
  /** words of its own, where nothing is to be done */
  | (Suggested & { readonly kind: 'answer'; readonly text: string; readonly basis: AnswerBasis })
  | {
      readonly kind: 'reply';
      readonly text: string;
      readonly context?: ContextReport;
      readonly provider: string;
      readonly model: string;
    }
  | {
      readonly kind: 'evidence';
      /** best first; empty: nothing relevant is known */
      readonly evidence: readonly Evidence[];
      readonly provider: string;
      readonly model: string;
    }
  /**
   * PL-12, PL-18: the steps for each object that a playbook goes through; only after a failure the answer may be
   * "nothing more"
   */
  | {
      readonly kind: 'plan';
      readonly plan: Revision;
      readonly context?: ContextReport;
      readonly provider: string;
      readonly model: string;
    }
  /** PL-16: a value found in a text; null: the text does not contain it */
  | {
      readonly kind: 'value';
      readonly value: unknown;
      readonly personal?: PersonalValues;
      readonly context?: ContextReport;
      readonly provider: string;
      readonly model: string;
    }
  /** EX-10: the next step of an agent: a call, its words, or both */
  | {
      readonly kind: 'agent_step';
      readonly words: string;
      /** null arguments: what the model wrote is no JSON object */
      readonly call: { readonly tool: string; readonly args: Values | null } | null;
      /** TP-03: those that were read; a stream is stopped at its first call */
      readonly ignoredCalls: number;
      /** our own count where the answer was stopped (TP-02) */
      readonly tokens: number;
      readonly personal?: PersonalValues;
      readonly context?: ContextReport;
      readonly provider: string;
      readonly model: string;
    }
  | {
      readonly kind: 'failure';
      readonly code: string;
      readonly message: string;
      /** PL-28: which budget it was that had no room, where one may have it again */
      readonly budget?: WaitedBudget;
    };

/** A fact of the log that asks something of a model, by its place in its stream. */
export const RecordedQuestion = Type.Object({
  stream: Type.String({ minLength: 1, maxLength: 500 }),
  version: Type.Integer({ minimum: 1 }),
});
export type RecordedQuestion = Static<typeof RecordedQuestion>;

/** An ask on the wire: its owner and deadline are not sealed, its content is sealed with the customer's key. */
export const AskMessage = Type.Object({
  askId: Type.String({ minLength: 1, maxLength: 500 }),
  tenant: Type.String({ minLength: 1 }),
  customerId: Type.String({ minLength: 1 }),
  purpose: Type.String({ pattern: '^[a-z][a-z_]*$', description: 'what a model is asked for' }),
  artifacts: Type.String({ minLength: 1 }),
  deadline: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' }),
  input: Type.String({ description: 'sealed' }),
  class: Type.Optional({ ...StepClass, description: "what its step was compiled with; the purpose's when left out" }),
  wish: Type.Optional(WishedTier),
  runId: Type.Optional(Type.String({ maxLength: 500, description: 'the run that it is asked for' })),
  stepId: Type.Optional(Type.String({ maxLength: 500 })),
  actionId: Type.Optional(Type.String({ maxLength: 500 })),
  question: Type.Optional({
    ...RecordedQuestion,
    description: 'the fact that it is asked for; what needs one is refused without it (PL-14)',
  }),
  playbook: Type.Optional(Type.String({ maxLength: 100, description: 'whose budgets count as well (PL-28)' })),
  granted: Type.Optional({ ...ModelGrants, description: 'PL-28: what its run was given, by a recorded fact' }),
  marksAttempts: Type.Optional(
    Type.Boolean({ description: 'the asker knows that a delta of a further attempt begins anew' }),
  ),
  inOnePiece: Type.Optional(
    Type.Boolean({ description: 'the caller does not read the answer as a stream: there are no deltas' }),
  ),
});
export type AskMessage = Static<typeof AskMessage>;

/**
 * One numbered piece of an answer. `delta` and `last` are sealed; a failure holds nothing personal and is not sealed.
 */
export const FrameMessage = Type.Object({
  askId: Type.String(),
  frame: Type.Integer({ minimum: 1 }),
  delta: Type.Optional(Type.String({ description: 'sealed' })),
  attempt: Type.Optional(
    Type.Integer({ minimum: 2, description: 'what was said in the attempts before no longer counts' }),
  ),
  last: Type.Optional(Type.String({ description: 'sealed' })),
  failure: Type.Optional(
    Type.Object({ code: Type.String(), message: Type.String(), budget: Type.Optional(WaitedBudget) }),
  ),
});
export type FrameMessage = Static<typeof FrameMessage>;
