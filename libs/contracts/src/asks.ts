import { Type, type Static } from 'typebox';
import type { Evidence } from './evidence';
import { StepClass } from './artifacts/models';
import type { ContextReport } from './context-report';
import type { PersonalValues } from './personal-values';
import type { Attachment, Values } from './vocabulary';

/** A proposal: what a model suggests, never what happens. */
export type Proposal =
  | {
      readonly kind: 'intent';
      readonly intentId: string | null;
      readonly confidence: number;
      readonly slots: Values;
      readonly attachment: Attachment | null;
      /** what the tokens in its slots stand for; absent where it names none */
      readonly personal?: PersonalValues;
      /** what the model had in front of it; absent for an embedded one, which reads the text itself */
      readonly context?: ContextReport;
      readonly provider: string;
      readonly model: string;
    }
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
  | { readonly kind: 'failure'; readonly code: string; readonly message: string };

/** An ask on the wire: whose it is and until when in the clear, what it says sealed with the customer's key. */
export const AskMessage = Type.Object({
  askId: Type.String({ minLength: 1, maxLength: 500 }),
  tenant: Type.String({ minLength: 1 }),
  customerId: Type.String({ minLength: 1 }),
  purpose: Type.String({ pattern: '^[a-z][a-z_]*$', description: 'what a model is asked for' }),
  artifacts: Type.String({ minLength: 1 }),
  deadline: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' }),
  input: Type.String({ description: 'sealed' }),
  class: Type.Optional({ ...StepClass, description: "what its step was compiled with; the purpose's when left out" }),
  wish: Type.Optional(
    Type.String({ pattern: '^[ABC]$', description: 'the tier that a caller or a model would like; policy decides' }),
  ),
  runId: Type.Optional(Type.String({ maxLength: 500, description: 'the run that it is asked for' })),
  stepId: Type.Optional(Type.String({ maxLength: 500 })),
  actionId: Type.Optional(Type.String({ maxLength: 500 })),
  marksAttempts: Type.Optional(
    Type.Boolean({ description: 'the asker knows that a delta of a further attempt begins anew' }),
  ),
});
export type AskMessage = Static<typeof AskMessage>;

/** One numbered piece of an answer. `delta` and `last` are sealed; a failure says nothing personal and stands in the clear. */
export const FrameMessage = Type.Object({
  askId: Type.String(),
  frame: Type.Integer({ minimum: 1 }),
  delta: Type.Optional(Type.String({ description: 'sealed' })),
  attempt: Type.Optional(
    Type.Integer({ minimum: 2, description: 'what was said in the attempts before no longer counts' }),
  ),
  last: Type.Optional(Type.String({ description: 'sealed' })),
  failure: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
});
export type FrameMessage = Static<typeof FrameMessage>;
