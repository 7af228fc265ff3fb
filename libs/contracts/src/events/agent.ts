import { Type } from 'typebox';
import {
  AgentEnd,
  AgentOf as Of,
  AgentTask,
  CallRefusal,
  DelegateCalled,
  EndedCall,
  FinalReason,
  PhasePlace,
  WithheldSkills,
} from '../agent';
import { StepClass } from '../artifacts/models';
import { Evidence } from '../evidence';
import { PersonalValues } from '../personal-values';
import { ERASED, Sealed } from '../sealed';
import { CapabilityScope, Closed, Instant, StepStatus, Values } from '../vocabulary';
import { event } from './event-definition';
import { RefusedClaims, WrittenBy } from './reply';

const NullableText = Type.Union([Type.String(), Type.Null()]);
const OfStep = { runId: Type.String(), stepId: Type.String() };

/** The agent that a step may not act without, and what its run gives it. */
const Begun = {
  ...Of,
  task: AgentTask,
  wish: Sealed(Type.String({ description: 'what it is to find out or do' }), ERASED),
  evidence: Type.Optional({
    ...Sealed(Type.Array(Evidence), []),
    description: 'EX-08: what the steps before it retrieved, which it may repeat',
  }),
  class: StepClass,
  planHash: Type.String(),
  scope: CapabilityScope,
  sessionId: Type.String(),
  threadId: NullableText,
  artifacts: Type.String(),
  locale: Type.String(),
  withheld: Type.Optional({
    ...WithheldSkills,
    description: 'CP-05: of a delegate: what was forwarded to it and it is not given',
  }),
};

/** What a delegate took of the budget of its delegator. */
const Spent = Closed({
  refusals: Type.Integer({ minimum: 0 }),
  tokens: Type.Integer({ minimum: 0 }),
  milliseconds: Type.Integer({ minimum: 0, description: 'for which it waited for models' }),
});

/** EX-10: the one place in which a model may act in a loop. */
export const AGENT_EVENTS = {
  'agent.requested': event(
    ['run', 'agent'],
    1,
    'A step of a run asked for an agent, or an agent for a delegate (EX-10, CP-04).',
    Closed({ ...Begun, requestedAt: Instant }),
  ),
  'agent.recorded': event(
    'run',
    1,
    'A run took note of how far its agent has come, and shows it (EV-10).',
    Closed({
      ...OfStep,
      place: PhasePlace,
      call: Type.Union([EndedCall, Type.Null()], { description: 'the call that has its outcome' }),
      words: Sealed(Type.String({ description: 'what it says before its next call' }), ERASED),
      resumeFrom: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
        description: 'the phase that it waits before for a person; null: it is at work (TP-18)',
      }),
      at: Instant,
    }),
  ),
  'agent.cancel_requested': event(
    ['run', 'agent'],
    1,
    'A run that is being stopped wants its agent to end, or an agent its delegate.',
    Closed(Of),
  ),
  'agent.opened': event(
    'agent',
    1,
    'An agent began, within the budget of its step.',
    Closed({ ...Begun, openedAt: Instant }),
  ),
  'agent.asked': event(
    'agent',
    1,
    'A model was asked for the next call, or for the answer (TP-01).',
    Closed({
      ...Of,
      place: PhasePlace,
      ask: Type.Integer({ minimum: 1, description: 'which question of this agent it is' }),
      asked: Type.Integer({ minimum: 1, description: 'which time the same is asked: an earlier asker died' }),
      final: Type.Union([FinalReason, Type.Null()], {
        description: 'why no tool is offered any more; null: tools are',
      }),
      deadline: Instant,
      at: Instant,
    }),
  ),
  'agent.answered': event(
    'agent',
    1,
    'A model answered: with words, with a call, or with both (TP-02, TP-03).',
    Closed({
      ...Of,
      place: PhasePlace,
      ask: Type.Integer({ minimum: 1 }),
      words: Sealed(Type.String({ description: 'as the model wrote them' }), ERASED),
      said: Sealed(Type.String({ description: 'what of them may be shown: all of it is founded (PR-05)' }), ERASED),
      refused: Type.Optional(RefusedClaims),
      call: Type.Union(
        [
          Closed({
            tool: Type.String(),
            args: Sealed(Values, {}),
            signature: Type.String({ description: 'TP-07: of tool, arguments and tenant, in their normal form' }),
          }),
          Type.Null(),
        ],
        { description: 'the first whole call; null: there was none, or no tool was offered any more' },
      ),
      personal: Type.Optional({
        ...Sealed(PersonalValues, {}),
        description: 'AG-08: the values of the tokens in the arguments',
      }),
      ignoredCalls: Type.Integer({
        minimum: 0,
        description:
          'TP-03: the other calls of the answer, as far as it was read: where a call is looked at, a stream is stopped',
      }),
      tokens: Type.Integer({
        minimum: 0,
        description: 'as the model says, or by our own count where its answer was stopped at a call (TP-02)',
      }),
      failure: NullableText,
      at: Instant,
    }),
  ),
  'agent.call_refused': event(
    'agent',
    1,
    'A call of the model was not made, and the model is told why (TP-08).',
    Closed({
      ...Of,
      place: PhasePlace,
      tool: Type.String(),
      signature: NullableText,
      why: CallRefusal,
      withheld: Type.Optional({ ...WithheldSkills, description: 'CP-05: what a delegation was to be given' }),
      at: Instant,
    }),
  ),
  'agent.call_ended': event(
    'agent',
    1,
    'A call of the agent has its outcome; here it may be paused (TP-18).',
    Closed({
      ...Of,
      place: PhasePlace,
      call: Type.Integer({ minimum: 1 }),
      tool: Type.String(),
      status: StepStatus,
      code: NullableText,
      result: Sealed(Type.Unknown(), ERASED),
      delegated: Type.Optional(
        Closed({
          ...DelegateCalled.properties,
          calls: Type.Array(EndedCall, { description: 'those of the delegate' }),
          spent: Spent,
        }),
      ),
      at: Instant,
    }),
  ),
  'agent.pausing': event(
    'agent',
    1,
    'A person wants the agent to wait after its next result.',
    Closed({ ...OfStep, at: Instant }),
  ),
  'agent.paused': event(
    'agent',
    1,
    'The agent waits for a person to let it go on (TP-18).',
    Closed({
      ...OfStep,
      phaseIndex: Type.Integer({ minimum: 1, description: 'the phase it goes on with' }),
      at: Instant,
    }),
  ),
  'agent.resumed': event(
    'agent',
    1,
    'A person let the agent go on, exactly where it waited (TP-17).',
    Closed({ ...OfStep, phaseIndex: Type.Integer({ minimum: 1 }), at: Instant }),
  ),
  'agent.completed': event(
    'agent',
    1,
    'An agent ended; nothing more of it is done.',
    Closed({
      ...Of,
      place: PhasePlace,
      end: AgentEnd,
      code: NullableText,
      words: Sealed(Type.String({ description: 'the answer, in words that are founded' }), ERASED),
      writtenBy: Type.Optional(WrittenBy),
      calls: Type.Array(EndedCall, {
        description: 'those that it made, in order, each delegation followed by those of the delegate',
      }),
      asks: Type.Integer({ minimum: 0 }),
      spent: Spent,
      at: Instant,
    }),
  ),
} as const;
