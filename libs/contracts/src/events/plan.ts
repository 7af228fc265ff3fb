import { Type } from 'typebox';
import { PlaybookProposal, Revision } from '../artifacts/playbook';
import { Delivery, Plan } from '../plan';
import {
  DrawnUp,
  ModelGrants,
  PauseReason,
  PausesBefore,
  PlanKey,
  RevisionOf,
  WaitedBudget,
  Waiting,
} from '../playbook-run';
import { Tagged } from '../artifacts/tagged';
import { PersonalValues } from '../personal-values';
import { ERASED, Sealed } from '../sealed';
import { Closed, Instant, OneOf, Values } from '../vocabulary';
import { event } from './event-definition';

const Run = {
  requestId: Type.String(),
  sessionId: Type.String(),
  threadId: Type.Union([Type.String(), Type.Null()]),
  channel: Type.String(),
  messageId: Type.Union([Type.String(), Type.Null()]),
  artifacts: Type.String(),
  delivery: Delivery,
  replaces: Type.Union([Type.String(), Type.Null()]),
};

const OfBranch = {
  requestId: Type.String({ description: 'the run of the branch' }),
  revision: Type.Integer({ minimum: 1, description: 'how many it is, from the first plan on' }),
};

/** The planner's results. */
export const PLAN_EVENTS = {
  'plan.accepted': event(
    'plan',
    1,
    'A plan was compiled and checked; its hash names it (PL-17).',
    Closed({
      ...Run,
      planHash: Type.String(),
      plan: Plan,
      fallback: Type.Boolean(),
      args: Sealed(Values, {}),
      personal: Type.Optional(Sealed(PersonalValues, {})),
      recognised: Type.Optional({
        ...Sealed(Type.Array(Tagged), []),
        description: 'CX-04: the values in the arguments that were recognised as personal in what was said',
      }),
      drawnUp: Type.Optional(DrawnUp),
    }),
  ),
  'plan.rejected': event(
    'plan',
    1,
    'The request does not compile into a plan (PL-02, PL-03).',
    Closed({
      ...Run,
      reason: Type.String(),
      detail: Sealed(Type.String(), ERASED),
    }),
  ),
  'plan.awaited': event(
    'plan',
    1,
    'A run of a playbook waits for the plan that is stored under its key (PL-14).',
    Closed({
      ...Run,
      playbook: Type.String(),
      planKey: PlanKey,
      fallback: Type.Boolean(),
      args: Sealed(Values, {}),
      pauses: PausesBefore,
      granted: Type.Optional(ModelGrants),
    }),
  ),
  'plan.postponed': event(
    'plan',
    1,
    'A run of a playbook waits with its plan until a model may be asked for it: a budget has no room (PL-28).',
    Closed({ ...Run, pauses: PausesBefore, reason: PauseReason }),
  ),
  'plan.draft_requested': event(
    'plan',
    1,
    'No plan was stored under the key: a model was asked to draw one up (PL-12, PL-13).',
    Closed({
      planKey: PlanKey,
      playbook: Type.String(),
      artifacts: Type.String(),
      requestId: Type.String({ description: 'the run that it is asked for' }),
      pauses: PausesBefore,
      question: Type.Integer({
        minimum: 0,
        description: 'how many questions there were at this key; 0: not counted yet',
      }),
      attempt: Type.Integer({ minimum: 1 }),
      asked: Type.Integer({ minimum: 1, description: 'how often this attempt was asked for: an ask may be lost' }),
      wrong: Type.Array(Type.String(), { description: 'what the compiler said of the attempt before' }),
      deadline: Instant,
      revision: Type.Optional({ ...RevisionOf, description: 'PL-18: the plan that it is to stand in for' }),
      number: Type.Optional(Type.Integer({ minimum: 1, description: 'how many it is, from the first plan on' })),
      granted: Type.Optional(ModelGrants),
    }),
  ),
  'plan.draft_awaited': event(
    'plan',
    1,
    'One more run waits for the plan that is being drawn up.',
    Closed({ planKey: PlanKey, ...Waiting.properties }),
  ),
  'plan.drawn_up': event(
    'plan',
    1,
    'A proposed plan passed the compiler and is stored under its key from now on (PL-14).',
    Closed({
      planKey: PlanKey,
      playbook: Type.String(),
      version: Type.String(),
      proposal: PlaybookProposal,
      requestIds: Type.Array(Type.String(), { description: 'the runs that waited for it' }),
      modelCalls: Type.Integer({ minimum: 0 }),
      provider: Type.String(),
      model: Type.String(),
    }),
  ),
  'plan.revised': event(
    'plan',
    1,
    'A revision of a plan passed the compiler and is stored under its key from now on (PL-18).',
    Closed({
      planKey: PlanKey,
      playbook: Type.String(),
      version: Type.String(),
      parent: Type.String({ description: 'the hash of the proposal that it stands in for' }),
      stepId: Type.String({ description: 'the step that failed' }),
      reason: Type.String({ description: 'the code that it failed with' }),
      revision: Type.Integer({ minimum: 1, description: 'how many it is, from the first plan on' }),
      proposal: Revision,
      requestIds: Type.Array(Type.String(), { description: 'the branches that waited for it' }),
      modelCalls: Type.Integer({ minimum: 0 }),
      provider: Type.String(),
      model: Type.String(),
    }),
  ),
  'plan.draft_failed': event(
    'plan',
    1,
    'No plan could be drawn up; the next run that needs one asks again.',
    Closed({
      planKey: PlanKey,
      waiting: Type.Array(Waiting),
      reason: Type.String(),
      detail: Type.String(),
      budget: Type.Optional({
        ...WaitedBudget,
        description: 'PL-28: the budget that had no room; those that waited may come again',
      }),
      restsUntil: Type.Optional({ ...Instant, description: 'until then no model is asked for this revision again' }),
    }),
  ),
  'plan.cache_hit': event(
    'plan',
    1,
    'A run found its plan, or a branch its revision, under its key: no model is asked (PL-14).',
    Closed({ planKey: PlanKey, requestId: Type.String(), proposal: Revision }),
  ),
  'revision.awaited': event(
    'plan',
    1,
    'A branch waits for the revision of its plan that is stored under its key (PL-18).',
    Closed({
      ...OfBranch,
      playbook: Type.String(),
      artifacts: Type.String(),
      planKey: { ...PlanKey, description: 'the key of the revision: plan key, parent, step and code' },
      planHash: Type.String({ description: 'of the plan that did not go on' }),
      ...RevisionOf.properties,
      pauses: PausesBefore,
      granted: Type.Optional(ModelGrants),
    }),
  ),
  'revision.postponed': event(
    'plan',
    1,
    'A branch waits with the revision of its plan until a model may be asked for it: a budget has no room (PL-28).',
    Closed({ ...OfBranch, pauses: PausesBefore, reason: PauseReason }),
  ),
  'revision.accepted': event(
    'plan',
    1,
    'The plan of a branch was revised and compiled; its hash names it (PL-17, PL-18).',
    Closed({
      ...OfBranch,
      planHash: Type.String({ description: 'of the revised plan and the hash of the one before' }),
      plan: Plan,
      stepId: Type.String({ description: 'the step that failed' }),
      code: Type.String({ description: 'what it failed with' }),
      drawnUp: DrawnUp,
    }),
  ),
  'revision.declined': event(
    'plan',
    1,
    'A branch goes on with no other plan: there is nothing more to do, or no model knew what (PL-18).',
    Closed({
      ...OfBranch,
      because: OneOf(['nothing_to_do', 'no_plan']),
      detail: Type.String(),
    }),
  ),
} as const;
