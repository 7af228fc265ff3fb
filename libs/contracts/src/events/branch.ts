import { Type } from 'typebox';
import {
  AttentionCause,
  BranchOf,
  BranchStatus,
  Day,
  DrawnUp,
  Grants,
  JUDGES,
  ModelGrants,
  PauseNumber,
  PauseReason,
  PausesBefore,
  PlanKey,
  RevisionOf,
  Verdict,
} from '../playbook-run';
import { Delivery, Plan } from '../plan';
import { ERASED, Sealed } from '../sealed';
import { Closed, Instant, OneOf, Values } from '../vocabulary';
import { event } from './event-definition';

const NullableText = Type.Union([Type.String(), Type.Null()]);

const OfBranch = {
  runId: Type.String({ description: 'the run of the branch itself' }),
  revision: Type.Integer({ minimum: 1, description: 'how many it is, from the first plan on' }),
};

/** The executor's decisions while it goes through the objects of a playbook's run. */
export const BRANCH_EVENTS = {
  'sweep.begun': event(
    'run',
    1,
    'A run of a playbook took its snapshot and chose the objects to go through (PL-20, CX-02).',
    Closed({
      runId: Type.String(),
      stepId: Type.String(),
      snapshotHash: Type.String({ description: 'of the declared fields of all items that were read' }),
      read: Type.Integer({ minimum: 0 }),
      selected: Type.Integer({ minimum: 0 }),
      held: Type.Array(
        Closed({
          object: Type.String(),
          constraint: Type.String(),
          reason: Type.Optional(Type.String({ description: 'what is wrong with its record' })),
        }),
        { description: 'what met the condition and a constraint keeps back (PL-07), and records that cannot be read' },
      ),
      incomplete: Type.Optional(Type.Boolean({ description: 'there is more than was read' })),
      at: Instant,
    }),
  ),
  'branch.requested': event(
    'run',
    1,
    'A run of a playbook had the branches of some objects begin.',
    Closed({
      runId: Type.String(),
      stepId: Type.String(),
      planHash: Type.String({ description: 'of the plan of that run: it stands on every action of a branch (PL-17)' }),
      plan: { ...Plan, description: 'what is done for each object' },
      drawnUp: Type.Optional(DrawnUp),
      sessionId: Type.String(),
      threadId: NullableText,
      channel: Type.String(),
      artifacts: Type.String(),
      delivery: Delivery,
      granted: Type.Optional(ModelGrants),
      branches: Type.Array(Closed({ branchId: Type.String(), object: Type.String() }), { minItems: 1 }),
      args: Sealed(Type.Record(Type.String(), Values, { description: 'of each branch, by its id' }), {}),
      at: Instant,
    }),
  ),
  'branch.cancel_requested': event(
    'run',
    1,
    'A run of a playbook that is being stopped wants no more work from its branches.',
    Closed({ runId: Type.String(), stepId: Type.String(), branchIds: Type.Array(Type.String()) }),
  ),
  'branch.suspended': event(
    'run',
    1,
    'A run of a playbook took note that the branch of an object waits for a yes: its place is free for another.',
    Closed({
      runId: Type.String(),
      stepId: Type.String(),
      branchId: Type.String(),
      object: Type.String(),
      expiresAt: Instant,
      at: Instant,
    }),
  ),
  'branch.resumed': event(
    'run',
    1,
    'A run of a playbook took note that the approval for which the branch of an object waited was answered.',
    Closed({
      runId: Type.String(),
      branchId: Type.String(),
      actionId: Type.String({ description: 'what was answered' }),
      at: Instant,
    }),
  ),
  'sweep.suspended': event(
    'run',
    1,
    'All that is left of a sweep waits for a yes; told once (AP-07).',
    Closed({
      runId: Type.String(),
      stepId: Type.String(),
      waiting: Type.Integer({ minimum: 1, description: 'objects' }),
      expiresAt: { ...Instant, description: 'when the first of them is given up' },
      at: Instant,
    }),
  ),
  'revision.requested': event(
    'run',
    1,
    'A branch met something that its plan does not foresee: it stops until its plan is revised or a person has looked (PL-18).',
    Closed({
      ...OfBranch,
      playbook: Type.String(),
      artifacts: Type.String(),
      ofKey: { ...PlanKey, description: 'the key under which the first plan stands' },
      planHash: Type.String({ description: 'of the plan that did not go on' }),
      ...RevisionOf.properties,
      pauses: PausesBefore,
      granted: Type.Optional(ModelGrants),
      at: Instant,
    }),
  ),
  'branch.revised': event(
    'run',
    1,
    'A branch goes on with a revised plan; finished steps stay done (PL-18).',
    Closed({
      ...OfBranch,
      planHash: Type.String(),
      plan: { ...Plan, description: 'what is done for the object' },
      drawnUp: DrawnUp,
      at: Instant,
    }),
  ),
  'step.refused': event(
    'run',
    1,
    'The action of a playbook step was refused and did not happen; it is asked for again once its run goes on.',
    Closed({ runId: Type.String(), stepId: Type.String(), reason: PauseReason, at: Instant }),
  ),
  'run.paused': event(
    'run',
    1,
    'A run of a playbook, or the branch of an object, is paused, keeping all it has done, until a caller lets it go on (PL-28).',
    Closed({
      runId: Type.String(),
      sessionId: Type.String(),
      branch: Type.Optional(BranchOf),
      pause: PauseNumber,
      reasons: Type.Array(PauseReason, { minItems: 1 }),
      at: Instant,
    }),
  ),
  'run.continued': event(
    'run',
    1,
    'A run that was paused goes on, with the limits it was given.',
    Closed({ runId: Type.String(), pause: PauseNumber, granted: Grants, at: Instant }),
  ),
  'branch.paused': event(
    'run',
    1,
    'A run of a playbook took note that the branch of an object is paused: none begins before it goes on.',
    Closed({
      runId: Type.String(),
      branchId: Type.String(),
      object: Type.String(),
      pause: { ...PauseNumber, description: 'which pause of the branch' },
      reasons: Type.Array(PauseReason, { minItems: 1 }),
      at: Instant,
    }),
  ),
  'branch.continue_requested': event(
    'run',
    1,
    'A run of a playbook that goes on has the branches that were paused go on.',
    Closed({
      runId: Type.String(),
      branches: Type.Array(
        Closed({
          branchId: Type.String(),
          pause: { ...PauseNumber, description: 'which of its pauses is over' },
        }),
        { minItems: 1 },
      ),
      granted: Type.Optional(ModelGrants),
      actions: Type.Optional(
        Type.Integer({
          minimum: 1,
          description: 'PL-28: what each of them may take of the budget from now on, in all',
        }),
      ),
      at: Instant,
    }),
  ),
  'branch.completed': event(
    'run',
    1,
    'The branch of one object came to its end.',
    Closed({
      runId: Type.String({ description: 'the run of the branch itself' }),
      branch: BranchOf,
      status: BranchStatus,
      code: NullableText,
      reason: Sealed(Type.String(), ERASED),
      attention: Type.Optional({ ...AttentionCause, description: 'a person has to look, and why' }),
      touched: Type.Boolean({ description: 'a person outside was, or may have been, written to' }),
      actions: Type.Integer({ minimum: 0, description: 'of its budget (PL-28)' }),
      startedAt: Instant,
      completedAt: Instant,
    }),
  ),
  'branch.recorded': event(
    'run',
    1,
    'A run of a playbook took note of how the branch of an object ended.',
    Closed({
      runId: Type.String(),
      stepId: Type.String(),
      branchId: Type.String(),
      object: Type.String(),
      status: BranchStatus,
      code: NullableText,
      attention: Type.Optional(AttentionCause),
      touched: Type.Boolean(),
      actions: Type.Integer({ minimum: 0 }),
      at: Instant,
    }),
  ),
  'verdict.reached': event(
    'run',
    1,
    'Whether the objective of a playbook holds, for its tenant and a day (EVL-05).',
    Closed({
      runId: Type.String(),
      stepId: Type.String(),
      playbook: Type.String(),
      version: Type.String(),
      day: Day,
      by: { ...OneOf(JUDGES), description: 'an instance, or a look by a schedule of its own' },
      verdict: Verdict,
      objects: Type.Integer({ minimum: 0 }),
      acknowledged: Type.Array(Type.String()),
      failing: Type.Array(Type.String(), { description: 'the objects that break it' }),
      odd: Type.Optional(
        Type.Array(Closed({ object: Type.String(), reason: Type.String() }), {
          description: 'those of them whose records cannot be read, and why',
        }),
      ),
      at: Instant,
    }),
  ),
} as const;
