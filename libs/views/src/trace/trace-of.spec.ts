import { TraceEvent, type FinalReason } from '@arbiter/contracts';
import { Compile } from 'typebox/compile';
import { A1, A2, AGENT_BUDGET, AgentStory, B1, B2, LOOKUP, repeatingAgent, SAID, TRACE } from '../testing/agent-story';
import { asRead } from '../testing/as-read';
import { traceOf } from './trace-of';
import type { Traced, TracedAgent } from './traced-agent';

/** History in, trace out. */
function tracedIn({ events }: AgentStory): readonly Traced[] {
  let agent: TracedAgent | null = null;
  return asRead(events).flatMap((fact) => {
    const step = traceOf(agent, fact);
    agent = step.agent;
    return step.told;
  });
}

const traceIn = (story: AgentStory): readonly TraceEvent[] => tracedIn(story).map(({ event }) => event);
const told = (story: AgentStory) => traceIn(story).map(({ type, details }) => [type, details]);
const lastOf = (story: AgentStory) => told(story).at(-1);
const opened = () => new AgentStory().opens().isAsked(A1);
const heard = () => opened().calls1001().hears();
const start = (place: object) => ['orchestration_phase_start', place];
const end = (place: object, reason: string) => ['orchestration_phase_end', { ...place, reason }];
const CALL = { tool: LOOKUP, signature: 'signature', args: '[redacted]' };
const RESULT = { tool: LOOKUP, call: 1, status: 'completed', code: null, result: '[redacted, 17 bytes]' };
const check = Compile(TraceEvent);

describe('the trace of an agent (TL-09, TL-10)', () => {
  it('tells a whole story in its order', () => {
    expect(told(repeatingAgent())).toEqual([
      ['tool_registration', { profile: 'clerk', version: '1.0.0', tools: [LOOKUP], budget: AGENT_BUDGET }],
      start(A1),
      ['tool_call', { ...CALL, call: 1, refused: null }],
      ['tool_result', RESULT],
      end(A1, 'tool_called'),
      start(B1),
      ['duplicate_tool_call', CALL],
      end(B1, 'answered'),
    ]);
  });

  it('says of each event whose it is, when it was and in which phase (TL-11)', () => {
    expect(traceIn(repeatingAgent())[6]).toEqual({
      ts: '2026-03-02T10:00:07.000Z',
      tenant: 'shop',
      traceId: TRACE,
      requestId: 'r1',
      sessionId: 's-1',
      stepId: 'work',
      phaseIndex: 2,
      cycleIndex: 1,
      type: 'duplicate_tool_call',
      details: CALL,
    });
    for (const event of traceIn(repeatingAgent())) expect([...check.Errors(event)]).toEqual([]);
  });

  it('tells of a delegation which tools were not given on (CP-05)', () => {
    const details = { ...CALL, tool: 'platform.agent.delegate', call: 1, refused: null, withheld: ['shop.mail.send'] };
    expect(lastOf(opened().delegates(['shop.mail.send']))).toEqual(['tool_call', details]);
  });

  it('begins the next tool phase with a call of an action phase (TP-09)', () => {
    const story = heard().isAsked(B1).calls1001().hears().isAsked(B2);
    expect(told(story).slice(5)).toEqual([
      start(B1),
      end(B1, 'tool_called'),
      start(A2),
      ['tool_call', { ...CALL, call: 2, refused: null }],
      ['tool_result', { ...RESULT, call: 2 }],
      end(A2, 'tool_called'),
      start(B2),
    ]);
  });

  it('tells why a call came to nothing', () => {
    const failed = { ...RESULT, status: 'failed', code: 'not_found', result: '[redacted]' };
    expect(lastOf(opened().calls1001().hears('not_found'))).toEqual(['tool_result', failed]);
  });

  it('tells a call that is not made as one that is refused, and no name that the model made up', () => {
    const refused = { ...CALL, call: null };
    expect(lastOf(opened().isRefused('invalid_arguments'))).toEqual([
      'tool_call',
      { ...refused, refused: 'invalid_arguments' },
    ]);
    expect(lastOf(opened().isRefused('unreadable'))).toEqual([
      'tool_call',
      { ...refused, signature: null, refused: 'unreadable' },
    ]);
    expect(lastOf(opened().isRefused('unknown_tool', 'delete-ada'))).toEqual([
      'tool_call',
      { ...refused, tool: '[redacted]', refused: 'unknown_tool' },
    ]);
  });

  it('tells nothing of a question that is asked again, or of one more in the same phase', () => {
    const story = opened().isAsked(A1, null, 2).isRefused('duplicate').isAsked(A1);
    expect(told(story).slice(1)).toEqual([start(A1), ['duplicate_tool_call', CALL]]);
  });

  it('ends a phase with a pause, and begins the next one when the agent goes on (TP-17, TP-18)', () => {
    const paused = heard().pauses(2);
    expect(lastOf(paused)).toEqual(end(A1, 'paused'));
    expect(told(paused.goesOn(B1).isAsked(B1)).slice(4)).toEqual([end(A1, 'paused'), start(B1)]);
  });

  it.each(['answered', 'no_answer', 'model_failed', 'cancelled'] as const)('ends as its agent did: %s', (how) => {
    expect(lastOf(opened().ends(how))).toEqual(end(A1, how));
  });

  it.each<FinalReason>(['tool_budget', 'refusals', 'tokens', 'seconds'])(
    'says by what an answer was forced: %s (TP-06, TP-10)',
    (final) => {
      const forced = heard().isAsked(B1, final);
      expect(lastOf(forced.says('Leipzig.').ends('answered'))).toEqual(end(B1, final));
    },
  );

  it('says that no answer came where it was forced and none did', () => {
    expect(lastOf(heard().isAsked(B1, 'refusals').ends('no_answer'))).toEqual(end(B1, 'no_answer'));
  });

  it('ends every phase that it starts, also where an agent is stopped while it is paused (TP-19)', () => {
    expect(told(heard().pauses(2).ends('cancelled')).slice(4)).toEqual([
      end(A1, 'paused'),
      start(B1),
      end(B1, 'cancelled'),
    ]);
  });

  it('does not exist of an agent that never began, and is over with it', () => {
    expect(told(new AgentStory().ends('cancelled'))).toEqual([]);
    expect(told(opened().ends('cancelled').isAsked(B1))).toEqual(told(opened().ends('cancelled')));
  });

  it('holds nothing that was said (TP-12)', () => {
    const text = JSON.stringify(
      [repeatingAgent(), opened().isRefused('unknown_tool', 'delete-ada').ends('no_answer')].map(tracedIn),
    );
    for (const word of SAID) expect(text).not.toContain(word);
  });
});

describe('the stretches of time of an agent (TL-11)', () => {
  const stretches = tracedIn(repeatingAgent()).flatMap(({ ended }) => ended);

  it('are those of its phases and, with the last of them, its own', () => {
    expect(stretches.map(({ of, began, ended }) => [of, began.slice(17, 19), ended.slice(17, 19)])).toEqual([
      ['phase', '01', '05'],
      ['phase', '05', '10'],
      ['step', '00', '10'],
    ]);
    expect(new Set(stretches.map(({ traceParent }) => traceParent))).toEqual(
      new Set([`00-${TRACE}-b7ad6b7169203331-01`]),
    );
  });

  it('hold what was told in them', () => {
    expect(stretches.map((stretch) => stretch.told.map(({ type }) => type))).toEqual([
      ['tool_registration', 'tool_call', 'tool_result'],
      ['duplicate_tool_call'],
      [],
    ]);
  });
});
