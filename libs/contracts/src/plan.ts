import { Type, type Static } from 'typebox';
import { DeclaredRead, PlaybookConstraint } from './artifacts/playbook';
import { Anchor, CapabilityScope, Closed, ExpectedType, STEP_STATUSES, Values, OneOf, WishedTier } from './vocabulary';
import { PlannedExpectation } from './artifacts/expectation';
import { RunBudget, StepClass } from './artifacts/models';
import { StepType } from './artifacts/template';
import { ListDeclaration } from './artifacts/tool';
import { ERASED, Sealed } from './sealed';

/** TH-05 and CL-07: a question to the person, and the kind of answer that fits. */
export const Question = Closed({
  key: Type.String(),
  expectedType: ExpectedType,
  prompt: Sealed(Type.String(), ERASED),
  pattern: Type.Optional(Type.String()),
  cues: Type.Optional(Type.Array(Type.String())),
  choices: Type.Optional(Type.Array(Type.String())),
});
export type Question = Static<typeof Question>;

/**
 * How the words of a run reach the person: the language, the quoted message (CH-09), and the earlier mark to remove
 * (CH-11).
 */
export const Delivery = Closed({
  locale: Type.String(),
  anchor: Type.Union([Anchor, Type.Null()]),
  clears: Type.Union([Type.String(), Type.Null()], { description: 'the message whose "done" mark goes away' }),
  tier: Type.Optional(WishedTier),
});
export type Delivery = Static<typeof Delivery>;

const STEP = {
  id: Type.String(),
  title: Type.String(),
  dependsOn: Type.Array(Type.String()),
  optional: Type.Boolean(),
  tool: Type.Optional(Type.String()),
  args: Type.Optional(Values),
  expect: Type.Optional(PlannedExpectation),
  when: Type.Optional(Type.String({ description: 'CEL: the step is left out unless it holds' })),
  class: Type.Optional(StepClass),
  copy: Type.Optional(Type.String()),
  failureCopy: Type.Optional(Type.Record(Type.String(), Type.String())),
  question: Type.Optional(Question),
  follows: Type.Optional(Type.String({ description: 'the run whose end this step reports' })),
  semanticTarget: Type.Optional(Type.String()),
  list: Type.Optional({ ...ListDeclaration, description: 'of its tool, where an expectation is about a list' }),
  slot: Type.Optional(Type.String({ description: 'what of its playbook a `write` or `extract` step fills in' })),
};

/** The objects of a playbook, as these steps read them. */
export const ReadPages = Closed({
  steps: Type.Array(Type.String(), { minItems: 1, description: 'the steps that read them, one a page, in order' }),
  read: DeclaredRead,
  list: Type.Optional({
    ...ListDeclaration,
    description: 'how its last page is known; left out where it has no pages',
  }),
});
export type ReadPages = Static<typeof ReadPages>;

/**
 * Which objects steps are carried out for: of the items that reads brought, those that meet the condition and that no
 * guard holds back.
 */
export const Selection = Closed({
  over: ReadPages,
  where: Type.String({ description: 'CEL over `item`, `parameters` and `today`' }),
  object: Type.String({ description: 'the field that names an item' }),
  guards: Type.Array(PlaybookConstraint, { description: 'inserted by the compiler (PL-07)' }),
  most: Type.Integer({ minimum: 1 }),
});
export type Selection = Static<typeof Selection>;

/** PL-16: a model writes or finds a value for other steps; code checks it, and the step itself acts on nothing. */
const SLOT_STEPS = ['write', 'extract'] as const;

/**
 * PL-20: these steps for every object of a selection, each object by itself. In them, `args` are `item`, `parameters`
 * and `today`.
 */
export const ForEach = Closed({
  selection: Selection,
  atOnce: Type.Integer({ minimum: 1 }),
  steps: Type.Array(Closed({ ...STEP, type: OneOf(['tool_call', ...SLOT_STEPS]) }), { minItems: 1 }),
});
export type ForEach = Static<typeof ForEach>;

/** PL-06: the input of a `verdict`: the objects, read again by these steps. */
export const ObjectiveCheck = Closed({
  over: ReadPages,
  object: Type.String(),
  holds: Type.String(),
  acknowledged: Type.Optional(Type.String()),
});
export type ObjectiveCheck = Static<typeof ObjectiveCheck>;

/**
 * PL-23: one step of a compiled plan. Values in `args` and `values` may be bindings `{from: "args.x"}` or `{from:
 * "steps.y.result.z"}`.
 */
export const PlanStep = Closed({
  ...STEP,
  type: Type.Union([StepType, Type.Literal('for_each'), Type.Literal('verdict'), OneOf(SLOT_STEPS)]),
  forEach: Type.Optional(ForEach),
  objective: Type.Optional(ObjectiveCheck),
});
export type PlanStep = Static<typeof PlanStep>;

/** PL-17, PL-24: the one source of truth of a run; named by the hash of its canonical JSON and its arguments. */
export const Plan = Closed({
  intentId: Type.Union([Type.String(), Type.Null()]),
  template: Type.String(),
  templateVersion: Type.String(),
  scope: Type.Union([CapabilityScope, Type.Null()]),
  steps: Type.Array(PlanStep, { minItems: 1 }),
  budget: Type.Optional({ ...RunBudget, description: 'what its run may take (PL-28)' }),
});
export type Plan = Static<typeof Plan>;

/** The objects of a sweep, by how their branches ended. */
export const ObjectCounts = Closed({
  done: Type.Integer({ minimum: 0 }),
  held: Type.Integer({ minimum: 0 }),
  failed: Type.Integer({ minimum: 0 }),
  unknown: Type.Integer({ minimum: 0 }),
});
export type ObjectCounts = Static<typeof ObjectCounts>;

/** ER-01: the executed steps, how they went, and their errors (safely truncated). */
export const HeaderStep = Closed({
  stepId: Type.String(),
  title: Type.String(),
  status: OneOf(STEP_STATUSES),
  objects: Type.Optional({ ...ObjectCounts, description: 'of a sweep' }),
  error: Type.Optional(Closed({ code: Type.String(), message: Type.String() })),
});
export type HeaderStep = Static<typeof HeaderStep>;
export const ExecutionHeader = Closed({ steps: Type.Array(HeaderStep) });
export type ExecutionHeader = Static<typeof ExecutionHeader>;
