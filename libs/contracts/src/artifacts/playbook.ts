import { Type, type Static } from 'typebox';
import { CapabilityScope, Closed, OneOf, Values } from '../vocabulary';
import { PlannedExpectation } from './expectation';
import { PlaybookBudgets, StepClass } from './models';
import { RiskRule } from './policy';

const Name = Type.String({ pattern: '^[a-z][a-z0-9_]*$' });
const Version = Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+$' });

/** PL-08: the risk of a playbook's tool; changes are distinguished by whether others see them. */
export const PLAYBOOK_RISKS = [
  'read',
  'internal_record_mutation',
  'external_record_mutation',
  'external_communication',
] as const;
export type PlaybookRisk = (typeof PLAYBOOK_RISKS)[number];

/** CX-02: the type of a snapshot's field. `text` may have been written by anyone: it is never trusted. */
export const FIELD_TYPES = ['identifier', 'text', 'number', 'amount', 'date', 'boolean'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/**
 * CX-02: a read of a playbook, and the fields it takes of every item: nothing else reaches a plan, a condition or a
 * model.
 */
export const DeclaredRead = Closed({
  read: Name,
  tool: Type.String(),
  args: Type.Optional({ ...Values, description: 'values, or `{from: parameters.<name>}` and `{from: today}`' }),
  items: Type.String({
    pattern: '^[A-Za-z0-9_]+(\\.[A-Za-z0-9_]+)*$',
    description: 'where in the result the items stand',
  }),
  fields: Type.Record(Type.String({ pattern: '^[a-z][A-Za-z0-9]*$' }), OneOf(FIELD_TYPES), {
    minProperties: 1,
    description: 'the fields that are taken of an item, by the name they have there',
  }),
  pages: Type.Optional(
    Closed({
      argument: Type.String({
        description: 'the argument that asks for a page: its number, from 1, or the cursor that the page before gave',
      }),
      most: Type.Integer({
        minimum: 1,
        maximum: 50,
        description: 'pages that are read at most; where there are more, the verdict is `incomplete`',
      }),
    }),
  ),
});
export type DeclaredRead = Static<typeof DeclaredRead>;

const FieldName = Type.String({ description: 'a field of the objects' });

/**
 * PL-07: a constraint on every object that is written about. Each is a named rule of the code with values of its own.
 */
export const PlaybookConstraint = Type.Union([
  Closed({
    constraint: Type.Literal('max_touches_per_object_per_week'),
    most: Type.Integer({ minimum: 1 }),
  }),
  Closed({
    constraint: Type.Literal('no_contact_before_day'),
    since: FieldName,
    days: Type.Integer({ minimum: 0, description: 'how many days must have passed since' }),
  }),
  Closed({
    constraint: Type.Literal('never_contact'),
    field: FieldName,
    list: Type.String({ description: 'the parameter that holds those who are never written to' }),
  }),
  Closed({
    constraint: Type.Literal('quiet_hours'),
    from: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
    to: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
    timeZone: Type.String({ description: 'the parameter that holds an IANA time zone' }),
  }),
  Closed({
    constraint: Type.Literal('tone_profile'),
    profile: Type.String({ description: 'the parameter that says how the prose sounds' }),
  }),
]);
export type PlaybookConstraint = Static<typeof PlaybookConstraint>;
export type ConstraintName = PlaybookConstraint['constraint'];

/**
 * PL-06: whether a playbook works, computed for a tenant and a day. CEL over `item`, `parameters` and `today` (ISO
 * date).
 */
export const PlaybookObjective = Closed({
  description: Type.String(),
  over: Type.String({ description: 'the declared read that holds the objects' }),
  object: Type.String({ description: 'the field that names an object' }),
  holds: Type.String({ description: 'CEL: true of an object for which all is as it should be' }),
  acknowledged: Type.Optional(
    Type.String({ description: 'CEL: true of an object for which its owner accepts that it is not' }),
  ),
});
export type PlaybookObjective = Static<typeof PlaybookObjective>;

/**
 * PL-12: one step of a proposed plan, carried out for every object that is selected. An argument is a value, `{from:
 * item.<field>}`, `{from: parameters.<name>}`, `{from: today}`, `{from: steps.<id>.result.<field>}`, `{from:
 * extract.<slot>}`, or `{prose: <slot>}`.
 */
export const ProposedStep = Closed({
  id: Name,
  tool: Type.String(),
  args: Values,
  dependsOn: Type.Optional(Type.Array(Type.String())),
  optional: Type.Optional(Type.Boolean()),
  expect: Type.Optional(PlannedExpectation),
  when: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'CEL over `item`, `parameters`, `today` and `steps`, of those it depends on: without it the step is left out',
    }),
  ),
});
export type ProposedStep = Static<typeof ProposedStep>;

/**
 * PL-12: a model's proposal: these steps, for each object of a declared read that meets a condition. Never a scope, a
 * risk or an id.
 */
export const PlaybookProposal = Closed({
  over: Type.String({ description: 'the declared read whose items are gone through' }),
  where: Type.String({ description: 'CEL over `item`, `parameters` and `today`: which of them' }),
  steps: Type.Array(ProposedStep, { minItems: 1, maxItems: 20 }),
});
export type PlaybookProposal = Static<typeof PlaybookProposal>;

/** PL-18: a model's answer to a failed plan: the whole plan anew, or that nothing more is to be done. */
export const Revision = Type.Union([PlaybookProposal, Closed({ hold: Type.Literal(true) })]);
export type Revision = Static<typeof Revision>;

/**
 * The revision for where no language model is asked: the replacement of a failed step, and of all steps that wait for
 * it.
 */
export const ReferenceRevision = Closed({
  step: Type.String({ description: 'the step that failed, of the plan or of another revision' }),
  code: Type.String({ pattern: '^[a-z][a-z0-9_]*$', description: 'what it failed with' }),
  steps: Type.Optional(
    Type.Array(ProposedStep, {
      minItems: 1,
      maxItems: 20,
      description: 'what is done instead; left out: nothing more, and the object is held',
    }),
  ),
});
export type ReferenceRevision = Static<typeof ReferenceRevision>;

/** Prose of a playbook about one object: the tenant's own sentence, or a model's version of it (PV-03). */
export const ProseSlot = Closed({
  prose: Name,
  class: StepClass,
  copy: Type.String({ description: 'the sentence of the tenant that says it' }),
  facts: Type.Array(FieldName, { description: 'the fields of the object that it may name' }),
  by: Type.Optional(
    Type.Literal('model', {
      description: 'a model writes it for each object; code checks its words, and the sentence stands in for it',
    }),
  ),
});
export type ProseSlot = Static<typeof ProseSlot>;

/** PL-16: a value that a model finds in a person's text, of a form that code checks before it is used. */
export const ExtractSlot = Closed({
  extract: Name,
  class: StepClass,
  from: Type.String({ description: 'the field of the object, of the type `text`, that it stands in' }),
  what: Type.String({ description: 'what is looked for, as a model is told' }),
  value: Type.Unknown({ description: 'JSON Schema of the value; it says what the value looks like' }),
});
export type ExtractSlot = Static<typeof ExtractSlot>;

/**
 * PL-05 to PL-11: a standing goal, first-party and versioned; a tenant switches it on with parameters and never changes
 * it.
 */
export const PlaybookDefinition = Closed({
  playbook: Name,
  version: Version,
  title: Type.String(),
  description: Type.String(),
  parameters: Type.Unknown({ description: 'JSON Schema 2020-12 of what a tenant may set' }),
  objective: PlaybookObjective,
  constraints: Type.Array(PlaybookConstraint),
  tools: Type.Array(Closed({ tool: Type.String(), risk: OneOf(PLAYBOOK_RISKS) }), {
    minItems: 1,
    description: 'the closed list of what its plans may call',
  }),
  riskPolicy: Type.Array(RiskRule, { description: 'PL-09: beside the rules of the tenant; the stricter one holds' }),
  scope: CapabilityScope,
  reads: Type.Array(DeclaredRead, { minItems: 1 }),
  prose: Type.Optional(Type.Array(ProseSlot)),
  extract: Type.Optional(Type.Array(ExtractSlot)),
  classes: Closed({
    plan: { ...StepClass, description: 'PV-03: what kind of work it is to draw up its plan' },
    revision: { ...StepClass, description: 'and to draw it up anew after a failure' },
  }),
  limits: Closed({
    branches: Type.Integer({ minimum: 1, maximum: 10_000, description: 'objects of one run at most' }),
    atOnce: Type.Integer({ minimum: 1, maximum: 100, description: 'objects that are under way side by side' }),
    steps: Type.Integer({ minimum: 1, maximum: 20, description: 'steps for an object at most' }),
    revisions: Type.Integer({ minimum: 0, maximum: 5, description: 'new plans for an object at most, then a person' }),
  }),
  budgets: Type.Optional(PlaybookBudgets),
  plan: {
    ...PlaybookProposal,
    description: 'the plan that stands where no language model is asked; it is compiled like any other',
  },
  revisions: Type.Optional(
    Type.Array(ReferenceRevision, { description: 'PL-18: and what it is revised to, failure by failure' }),
  ),
});
export type PlaybookDefinition = Static<typeof PlaybookDefinition>;

/** When an instance of a playbook begins by itself. */
export const PlaybookSchedule = Closed({
  cron: Type.String({ description: 'minute, hour, day of the month, month, day of the week' }),
  timeZone: Type.String({ description: 'an IANA name, such as Europe/Berlin' }),
  missed: OneOf(['catch_up', 'skip']),
});
export type PlaybookSchedule = Static<typeof PlaybookSchedule>;

/** The CloudEvents upon which the instance of their day begins. */
const EventTypes = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
  minItems: 1,
  maxItems: 20,
  uniqueItems: true,
  description: 'types of events from outside, such as com.example.ledger.imported',
});

/**
 * PL-11: a playbook that a tenant has switched on: values for its parameters and when it begins, never steps or tools.
 */
export const PlaybookActivation = Closed({
  playbook: Name,
  version: Version,
  parameters: Values,
  schedule: Type.Optional(PlaybookSchedule),
  events: Type.Optional(EventTypes),
  watch: Type.Optional({
    ...PlaybookSchedule,
    description: 'EVL-05: when its objective is looked at, besides after each run',
  }),
});
export type PlaybookActivation = Static<typeof PlaybookActivation>;

/** A playbook in a bundle: its definition, and the tenant's settings. */
export const ActivePlaybook = Closed({
  definition: PlaybookDefinition,
  parameters: Values,
  schedule: Type.Optional(PlaybookSchedule),
  events: Type.Optional(EventTypes),
  watch: Type.Optional(PlaybookSchedule),
});
export type ActivePlaybook = Static<typeof ActivePlaybook>;
