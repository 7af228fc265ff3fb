import type { ArtifactBundle, EventData, StepDefinition, StepStatus, Values } from '@arbiter/contracts';
import { echo, planBundleWith } from '../fixtures/plan-bundle';
import { cancelRequested, due, headerOf, planned, requested, succeeded } from '../fixtures/run-story';
import { contextOf, given, incoming } from '../specification';
import { runDecider } from './run-decider';

const WORK: StepDefinition = { id: 'work', type: 'agent_run', agent: 'clerk', args: { wish: 'Look around.' } };
const bundle: ArtifactBundle = {
  ...planBundleWith([WORK, echo('after', ['work'])]),
  agents: [
    {
      agent: 'clerk',
      version: '1.0.0',
      description: 'Looks around',
      instructions: 'Look around.',
      tools: ['arbiter.echo.say'],
      class: 'drafting',
    },
  ],
};
const DELEGATE = { profile: 'clerk', withheld: [] };
const begun = () => given(runDecider, contextOf(bundle)).facts().when(requested()).when(planned(bundle));
const ended = (changes: Partial<EventData<'agent.completed'>> = {}) =>
  incoming('agent.completed', {
    runId: 'run-1',
    stepId: 'work',
    place: { phase: 'action_phase', phaseIndex: 2, cycleIndex: 1 },
    end: 'answered',
    code: null,
    words: 'There is nothing.',
    calls: [{ path: [1], tool: 'arbiter.echo.say', status: 'completed', code: null }],
    asks: 2,
    spent: { refusals: 0, tokens: 0, milliseconds: 0 },
    at: '2026-03-02T10:00:05.000Z',
    ...changes,
  });
const call = { kind: 'agent_call', stepId: 'work', call: 1 } as const;
const suspended = (request: Values = { args: { text: 'hello' } }) =>
  incoming('action.suspended', {
    actionId: 'run-1.work.call.1',
    runId: 'run-1',
    stepId: 'work',
    origin: call,
    tool: 'arbiter.echo.say',
    checks: {
      allowed: true,
      rule: 'consent:agent',
      reasons: [],
      riskClass: 'record_mutation',
      consent: 'clear',
      policyVersion: 'p',
    },
    binding: 'binding-1',
    deed: 'deed-1',
    question: 'approval_default',
    expiresAt: '2026-03-02T10:15:00.000Z',
    request,
    idempotencyKey: 'key-1',
    planHash: 'plan-1',
    artifacts: 'bundle-1',
  });
const approved = () =>
  incoming('approval.given', {
    requestId: 'run-2',
    runId: 'run-1',
    actionId: 'run-1.work.call.1',
    decision: 'approve',
    binding: 'binding-1',
    answeredBy: 'turn-2',
    decidedAt: '2026-03-02T10:01:00.000Z',
  } as EventData<'approval.given'>);

describe('a step of an agent (EX-10)', () => {
  it('asks for its agent with what its plan gives it, and nothing after it begins', () => {
    const { task, wish, scope } = begun().thenNamed('run.planned', 'agent.requested').fact('agent.requested');
    expect(task).toEqual({
      profile: 'clerk',
      version: '1.0.0',
      tools: ['arbiter.echo.say'],
      budget: { cycles: 3, refusals: 3, tokens: 50_000, seconds: 120 },
    });
    expect([wish, scope]).toEqual(['Look around.', { allowed: expect.any(Object) }]);
  });

  it('ends with its agent, whose words are said below the header', () => {
    const going = begun().when(ended()).thenNamed('step.completed', 'segment.requested');
    going.when(ended()).thenIgnored('no_agent_works');
    const end = going.when(succeeded('after')).fact('run.completed');
    expect(headerOf(end)).toBe('work: completed, work.1: completed, after: completed');
    expect(end.reply).toContain('There is nothing.');
  });

  it('fails with its agent', () => {
    const end = begun().when(ended({ end: 'model_failed', code: 'timed_out', words: '' }));
    expect(end.fact('run.completed')).toMatchObject({ status: 'error', code: 'timed_out' });
  });

  it('waits for the person when a call of its agent does, and says what exactly it would do (AG-13)', () => {
    const waiting = begun().when(suspended()).thenNamed('run.suspended');
    expect(waiting.fact('run.suspended').question.prompt).toContain('hello');
    waiting.when(suspended()).thenIgnored('already_suspended');
    const going = waiting.when(approved()).thenNamed('run.resumed');
    going.when(ended()).thenNamed('step.completed', 'segment.requested');
  });

  it('shows a personal value, not its token, to the person who is asked (AP-01, CX-03)', () => {
    const args = { text: '<EMAIL_7f3a90c1d2e4>' };
    const { prompt } = begun()
      .when(suspended({ args, sent: { text: 'ida@example.com' } }))
      .fact('run.suspended').question;
    expect(prompt).toContain('ida@example.com');
    expect(prompt).not.toContain('EMAIL');
  });

  it('is withdrawn by a stop, and the run ends with its agent', () => {
    const stopping = begun()
      .when(cancelRequested())
      .thenNamed('run.cancelling', 'agent.cancel_requested', 'run.watched');
    const end = stopping.when(ended({ end: 'cancelled', words: '' })).fact('run.completed');
    expect(end.status).toBe('cancelled');
    expect(headerOf(end)).toBe('work: cancelled, work.1: completed, after: cancelled');
  });

  it.each<[StepStatus, string]>([
    ['completed', 'Already done: The tool shop.refund.create.'],
    ['unknown', 'Too late to stop: The tool shop.refund.create. I do not know whether that went through.'],
  ])(
    'says at a stop what it had done, where that is %s, and not the delegation that it was done by',
    (status, said) => {
      const calls = [
        { path: [1], tool: 'platform.agent.delegate', status: 'cancelled', code: null, delegate: DELEGATE },
        { path: [1, 1], tool: 'shop.refund.create', status, code: null },
        { path: [1, 2], tool: 'shop.order.get', status: 'completed', code: null },
      ] as EventData<'agent.completed'>['calls'];
      const end = begun()
        .when(cancelRequested())
        .when(ended({ end: 'cancelled', words: '', calls }))
        .fact('run.completed');
      expect(end.reply).toBe(`I have stopped that. ${said}`);
    },
  );

  it('is withdrawn when its run is given up', () => {
    begun().at('2026-03-02T11:00:00.000Z').when(due('watchdog')).thenNamed('run.watched');
    const late = begun().at('2026-03-10T10:00:00.000Z').when(due('watchdog'));
    late.thenNamed('agent.cancel_requested', 'run.completed');
  });

  describe('while its agent works (EV-10)', () => {
    const A1 = { phase: 'tool_phase', phaseIndex: 1, cycleIndex: 1 } as const;
    const B1 = { phase: 'action_phase', phaseIndex: 2, cycleIndex: 1 } as const;
    const of = { runId: 'run-1', stepId: 'work', at: '2026-03-02T10:00:01.000Z' };
    const callEnded = (
      call = 1,
      place: typeof A1 | { phase: 'tool_phase'; phaseIndex: number; cycleIndex: number } = A1,
    ) =>
      incoming('agent.call_ended', {
        ...of,
        place,
        call,
        tool: 'arbiter.echo.say',
        status: 'completed',
        code: null,
        result: {},
      });
    const said = (words: string, place: typeof A1 | typeof B1) =>
      incoming('agent.answered', {
        ...of,
        place,
        ask: 1,
        words,
        said: words,
        call: { tool: 'arbiter.echo.say', args: {}, signature: 's' },
        ignoredCalls: 0,
        tokens: 1,
        failure: null,
      });
    const paused = () => incoming('agent.paused', { ...of, phaseIndex: 2 });
    const resumed = () => incoming('agent.resumed', { ...of, phaseIndex: 2 });
    /** What was shown since. */
    const since = (before: ReturnType<typeof begun>, story: ReturnType<typeof begun>) =>
      story.shown.slice(before.shown.length);
    const messages = (story: ReturnType<typeof begun>) =>
      story.shown.filter(({ type }) => type === 'rag.message').map(({ payload }) => payload['text']);

    it('shows from its beginning on that it works', () => {
      expect(begun().shown.at(-1)).toMatchObject({
        type: 'rag.debug',
        ...A1,
        payload: { kind: 'agent', resumeFrom: null },
      });
    });

    it('shows the header anew and whole with each outcome, in the phase of its own', () => {
      const told = begun().when(callEnded()).thenNamed('agent.recorded');
      expect(since(begun(), told)).toMatchObject([
        { type: 'rag.debug', ...B1, payload: { kind: 'agent', resumeFrom: null } },
        { type: 'rag.results', ...B1, payload: { header: { steps: [{ stepId: 'work' }, { stepId: 'work.1' }, {}] } } },
      ]);
      told.when(callEnded()).thenIgnored('already_recorded');
      const second = told.when(callEnded(2, { phase: 'tool_phase', phaseIndex: 3, cycleIndex: 2 }));
      expect(second.shown.at(-1)).toMatchObject({ phase: 'action_phase', phaseIndex: 4, cycleIndex: 2 });
    });

    it('shows what was called for a delegation after it, and which tools were withheld (CP-05)', () => {
      const delegate = { profile: 'clerk', withheld: ['shop.refund.create'] };
      const spent = { refusals: 0, tokens: 1, milliseconds: 1 };
      const inner = { ...callEnded().data, delegation: [1] };
      const told = begun()
        .when(incoming('agent.call_ended', inner))
        .when(
          incoming('agent.call_ended', {
            ...callEnded().data,
            tool: 'platform.agent.delegate',
            delegated: { ...delegate, calls: [], spent },
          }),
        );
      const header = told.shown.at(-1);
      expect(header!.payload).toMatchObject({
        header: {
          steps: [
            { stepId: 'work' },
            { stepId: 'work.1', title: 'Looks around', withheld: delegate.withheld },
            { stepId: 'work.1.1' },
            {},
          ],
        },
      });
      told.when(incoming('agent.call_ended', inner)).thenIgnored('already_recorded');
    });

    it('tells its calls so far and the one that waits, when it asks (AP-01)', () => {
      const { proposal } = begun().when(callEnded()).when(suspended()).fact('run.suspended');
      expect(proposal).toMatch(/✓ [^,·→]+, → [^,·→]+, · [^,·→]+$/);
    });

    it('says its words before a call, after the header (TP-02)', () => {
      const told = begun().when(said('One moment, please.', A1)).thenNamed('agent.recorded');
      expect(since(begun(), told).map(({ type, phase }) => [type, phase])).toEqual([
        ['rag.debug', 'tool_phase'],
        ['rag.results', 'tool_phase'],
        ['rag.message', 'tool_phase'],
      ]);
      expect(messages(told).at(-1)).toBe('One moment, please.');
      told.when(callEnded()).when(said('Late words.', A1)).thenIgnored('said_before');
    });

    it('shows that it waits for a person, and with which phase it goes on (CH-13, TP-18)', () => {
      const called = begun().when(callEnded());
      const waiting = called.when(paused());
      expect(since(called, waiting)[0]).toMatchObject({ payload: { kind: 'agent', resumeFrom: 2 } });
      waiting.when(paused()).thenIgnored('already_recorded');
      const going = waiting.when(resumed());
      expect(since(waiting, going)[0]).toMatchObject({ payload: { kind: 'agent', resumeFrom: null } });
      going.when(resumed()).thenIgnored('already_recorded');
    });

    it('still waits where what came before the pause is heard after it (TP-18)', () => {
      const waiting = begun().when(paused());
      const late = waiting.when(said('One moment, please.', A1)).when(callEnded());
      const debug = since(waiting, late).filter(({ type }) => type === 'rag.debug');
      expect(debug.map(({ payload }) => payload['resumeFrom'])).toEqual([2, 2]);
      const going = late.when(resumed());
      expect(since(late, going)[0]).toMatchObject({ payload: { kind: 'agent', resumeFrom: null } });
    });

    it('counts its phases on to the end of the run', () => {
      const called = begun().when(callEnded());
      const end = called.when(ended()).when(succeeded('after'));
      const phases = since(called, end).map((one) => [one.type, one.phase, one.phaseIndex, one.cycleIndex]);
      expect(phases).toEqual([
        ['rag.results', 'action_phase', 2, 1],
        ['rag.message', 'action_phase', 2, 1],
        ['rag.done', 'complete', 3, 1],
      ]);
    });

    it('goes back to no earlier phase when it is stopped within a call', () => {
      const called = begun().when(callEnded());
      const end = called.when(cancelRequested()).when(ended({ end: 'cancelled', place: A1, words: '' }));
      expect(since(called, end).map(({ type, phaseIndex }) => [type, phaseIndex])).toEqual([
        ['rag.debug', 2],
        ['rag.results', 2],
        ['rag.message', 2],
        ['rag.done', 3],
      ]);
    });

    it('names the model that wrote its answer', () => {
      const end = begun()
        .when(ended({ writtenBy: { provider: 'Cloud', model: 'large' } }))
        .when(succeeded('after'));
      const reply = end.shown.find(({ payload }) => payload['kind'] === 'reply');
      expect(reply?.payload).toMatchObject({ writtenBy: { provider: 'Cloud', model: 'large' } });
    });
  });
});
