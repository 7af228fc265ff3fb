import { Type, type Static } from 'typebox';
import { AgentTask, WithheldSkills } from './agent';
import { DeclaredRead, PlaybookConstraint } from './artifacts/playbook';
import {
  Anchor,
  CapabilityScope,
  Closed,
  ExpectedType,
  IdempotencyClass,
  OneOf,
  STEP_STATUSES,
  Values,
  WishedTier,
} from './vocabulary';
import { PlannedExpectation } from './artifacts/expectation';
import { RunBudget, StepClass } from './artifacts/models';
import { ListDeclaration } from './artifacts/tool';
import { OnFailure, StepType } from './artifacts/template';
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

/** SG-03: how what a step did is undone, as its tool declares it. */
export const PlannedUndo = Closed({
  tool: Type.String(),
  args: { ...Values, description: 'values, or bindings to `args` and `result` of the call that is undone' },
  idempotency: IdempotencyClass,
});
export type PlannedUndo = Static<typeof PlannedUndo>;

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
  undo: Type.Optional(PlannedUndo),
  onFailure: Type.Optional({ ...OnFailure, description: 'of a step that can be undone' }),
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

/** What the steps of each kind cannot be without. */
const NEEDS = {
  tool_call: ['tool'],
  respond: ['copy'],
  synthesize: ['copy'],
  ask_user: ['question'],
  retrieve: ['args'],
  validate: ['expect'],
  emit_results: [],
  finalize: [],
  for_each: ['forEach'],
  verdict: ['objective'],
  write: ['slot', 'args', 'class'],
  extract: ['slot', 'args', 'class'],
  agent_run: ['agent', 'args', 'class'],
} as const;
type Kind = keyof typeof NEEDS;

/** What only the kinds that need it have. */
type OfSome = 'slot' | 'forEach' | 'objective' | 'agent';

/** A step of these fields and this kind. */
type Needing<F, T extends Kind, N extends PropertyKey = (typeof NEEDS)[T][number]> = Omit<F, 'type' | OfSome | N> & {
  type: T;
} & { [P in N & keyof F]-?: Exclude<F[P], undefined> };
type OneOfKinds<F, K extends Kind> = { [T in K]: Needing<F, T> }[K];

/**
 * The steps of these kinds as one object, so that a message names the field that one lacks; a union would name those of
 * every kind.
 */
function StepOfKinds<F, K extends Kind>(fields: Parameters<typeof Closed>[0], kinds: readonly K[]) {
  const needs = Map.groupBy(kinds, (kind) => NEEDS[kind].join());
  const allOf = [...needs.values()].flatMap((same) => {
    const others = kinds.filter((kind) => !same.includes(kind));
    const required = NEEDS[same[0]!];
    return required.length === 0 ? [] : [{ anyOf: [{ properties: { type: OneOf(others) } }, { required }] }];
  });
  return Type.Unsafe<OneOfKinds<F, K>>({ ...Closed(fields), allOf });
}

/** PL-16: a model writes or finds a value for other steps; code checks it, and the step itself acts on nothing. */
const SLOT_STEPS = ['write', 'extract'] as const;
const BRANCH_STEPS = ['tool_call', ...SLOT_STEPS] as const;
const BRANCH_STEP = {
  ...STEP,
  slot: Type.Optional(Type.String({ description: 'what of its playbook a `write` or `extract` step fills in' })),
  type: OneOf(BRANCH_STEPS),
};

/**
 * PL-20: these steps for every object of a selection, each object by itself. In them, `args` are `item`, `parameters`
 * and `today`.
 */
export const ForEach = Closed({
  selection: Selection,
  atOnce: Type.Integer({ minimum: 1 }),
  steps: Type.Array(
    StepOfKinds<Static<Type.TObject<typeof BRANCH_STEP>>, (typeof BRANCH_STEPS)[number]>(BRANCH_STEP, BRANCH_STEPS),
    { minItems: 1 },
  ),
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

const PLAN_STEP = {
  ...BRANCH_STEP,
  type: Type.Union([StepType, Type.Literal('for_each'), Type.Literal('verdict'), OneOf(SLOT_STEPS)]),
  forEach: Type.Optional(ForEach),
  objective: Type.Optional(ObjectiveCheck),
  agent: Type.Optional(AgentTask),
};

/**
 * PL-23: one step of a compiled plan. Values in `args` and `values` may be bindings `{from: "args.x"}` or `{from:
 * "steps.y.result.z"}`.
 */
export const PlanStep = StepOfKinds<Static<Type.TObject<typeof PLAN_STEP>>, Kind>(
  PLAN_STEP,
  Object.keys(NEEDS) as Kind[],
);
export type PlanStep = Static<typeof PlanStep>;
/** The steps of these kinds. */
export type StepOf<T extends PlanStep['type']> = Extract<PlanStep, { type: T }>;

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
  withheld: Type.Optional({
    ...WithheldSkills,
    description: 'CP-05: of a delegation: the tools that were forwarded, and that the delegate was not given',
  }),
  error: Type.Optional(Closed({ code: Type.String(), message: Type.String() })),
});
export type HeaderStep = Static<typeof HeaderStep>;
export const ExecutionHeader = Closed({ steps: Type.Array(HeaderStep) });
export type ExecutionHeader = Static<typeof ExecutionHeader>;
