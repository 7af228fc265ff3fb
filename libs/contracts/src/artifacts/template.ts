import { Type, type Static } from 'typebox';
import { CapabilityScope, Closed, OneOf, Values } from '../vocabulary';
import { StepClass } from './models';
import { Expectation } from './expectation';

/** SG-01: what becomes of what a step did when its run does not end well. */
export const OnFailure = OneOf(['undo', 'keep'] as const);

/** PL-23: the kinds of step a plan is made of. */
export const StepType = Type.Union([
  Type.Literal('tool_call'),
  Type.Literal('respond'),
  Type.Literal('ask_user'),
  Type.Literal('synthesize'),
  Type.Literal('emit_results'),
  Type.Literal('finalize'),
  Type.Literal('retrieve'),
  Type.Literal('validate'),
  Type.Literal('agent_run'),
]);
export type StepType = Static<typeof StepType>;

/**
 * One step of a template. `args` values may be `{from: "args.orderNumber"}` or `{from: "steps.lookup.result.total"}`;
 * any other value is used as it is. A `retrieve` looks up `args.query` in the tenant's knowledge; a `validate` checks
 * its `args` against `expect`. An `agent_run` has an agent find out or do what `args.wish` says.
 */
export const StepDefinition = Closed({
  id: Type.String({ pattern: '^[a-z][a-z0-9_]*$' }),
  type: StepType,
  title: Type.Optional(Type.String({ description: 'how the step is called in the execution header and the proposal' })),
  dependsOn: Type.Optional(Type.Array(Type.String())),
  optional: Type.Optional(Type.Boolean()),
  onFailure: Type.Optional({
    ...OnFailure,
    description:
      'tool_call: whether what it did is undone or kept when the run does not end well; undone when left out, and kept of an optional step',
  }),
  tool: Type.Optional(Type.String()),
  args: Type.Optional(Values),
  agent: Type.Optional(Type.String({ description: 'agent_run: the profile of the agent' })),
  expect: Type.Optional(Expectation),
  class: Type.Optional({
    ...StepClass,
    description: "synthesize: what kind of work it is (PV-02); the intent's, or the purpose's, when left out",
  }),
  copy: Type.Optional(Type.String({ description: 'respond and synthesize: the copy to render' })),
  failureCopy: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description:
        'error code of a failed step to copy; `unknown_outcome` when what came of it is unknown, `default` for every other code',
    }),
  ),
});
export type StepDefinition = Static<typeof StepDefinition>;

/** PL-01 to PL-04: a first-party fixed sequence; a model may only name it and fill its arguments. */
export const TemplateDefinition = Closed({
  template: Type.String({ pattern: '^[a-z][a-z0-9_]*$' }),
  version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+$' }),
  description: Type.String(),
  args: Type.Unknown({ description: 'JSON Schema 2020-12 of the arguments (PL-03)' }),
  scope: CapabilityScope,
  steps: Type.Array(StepDefinition, { minItems: 1, maxItems: 100 }),
  direct: Type.Optional(Type.Boolean({ description: 'may be started through POST /api/runs' })),
});
export type TemplateDefinition = Static<typeof TemplateDefinition>;
