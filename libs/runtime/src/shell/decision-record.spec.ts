import {
  actionEndsIn,
  type ArtifactBundle,
  type EventName,
  type Provenance,
  type RecordedOf,
} from '@arbiter/contracts';
import type { Sealer } from '@arbiter/store';
import type { Input } from './item';
import { openCommand, provenanceRead, writeDecision, type DecisionRecord } from './decision-record';

const of = (name: EventName, stream: string, version: number, data: unknown) =>
  ({ name, stream, version, data }) as unknown as RecordedOf<EventName>;
const BUNDLE = {} as ArtifactBundle;
const CHECKS = { allowed: true, rule: 'reads', reasons: [], riskClass: 'read', consent: null, policyVersion: '1' };
const plan = of('plan.accepted', 'plan-shop-r1', 2, { requestId: 'r1' });
const request = of('run.requested', 'session-shop-s1', 7, { artifacts: 'bundle' });
const cause = of('action.requested', 'run-shop-r1', 4, {});
const together = of('segment.ended', 'action-shop-r1.1', 1, {
  segmentId: 'r1.1',
  runId: 'r1',
  ends: ['first', 'second', 'third'].map((stepId) => ({ stepId, tool: 't', attempt: 1, checks: CHECKS, code: null })),
  brought: { first: 1, second: 2, third: 3 },
  completedAt: '2026-03-02T10:00:00.000Z',
});
const alone = of('action.failed', 'action-shop-r1.fourth', 3, { runId: 'r1', stepId: 'fourth', code: 'not_found' });
/** What an agent did, and a delegate of it, as their streams hold it. */
const agents = [
  [
    of('agent.opened', 'agent-shop-r1.find', 1, {}),
    of('agent.answered', 'agent-shop-r1.find', 3, {}),
    of('agent.requested', 'agent-shop-r1.find', 4, {}),
  ],
  [of('agent.opened', 'agent-shop-r1.find.1', 1, {}), of('action.requested', 'agent-shop-r1.find.1', 4, {})],
] as unknown as NonNullable<Provenance['agents']>;
const facts = new Map(
  [plan, request, together, alone, ...agents.flat()].map((fact) => [`${fact.stream}@${fact.version}`, fact] as const),
);

/** The facts for making a decision again, found by the record that was written when it was made. */
function madeAgain(ends: Provenance['ends'], more: Partial<Provenance> = {}) {
  const provenance = { plan, request, artifacts: BUNDLE, ends, ...more } as unknown as Provenance;
  const made = {
    now: '',
    artifacts: 'bundle',
    rules: 'rules',
    input: cause as Input,
    cause,
    provenance,
    fact: cause,
    data: [],
  };
  const record = JSON.parse(writeDecision(made, {} as Sealer)) as DecisionRecord;
  const at = ({ stream, version }: { stream: string; version: number }) => facts.get(`${stream}@${version}`);
  return provenanceRead(
    record,
    at,
    () => BUNDLE,
    () => null,
  );
}

describe('the record of the facts behind a decision', () => {
  const [first, , third] = actionEndsIn(together);
  const [fourth] = actionEndsIn(alone);

  it('is found again in the log: of ends that one fact tells those that it was made upon, in their order (RT-16)', () => {
    const ends = [third!, fourth!, first!];
    expect(madeAgain(ends)).toMatchObject({ plan, request, artifacts: BUNDLE });
    expect(madeAgain(ends)!.ends).toEqual(ends);
  });

  it("is found again with what agents did, each by itself, where it is an agent's action (EX-10)", () => {
    expect(madeAgain([fourth!], { agents })).toMatchObject({ agents, ends: [fourth] });
    expect(madeAgain([fourth!])).not.toHaveProperty('agents');
  });
});

describe('the record of a command', () => {
  const unsealed = { seal: (_: unknown, __: string, value: unknown) => JSON.stringify(value) };
  const sealer = { ...unsealed, open: (_: unknown, __: string, text: string) => JSON.parse(text) } as unknown as Sealer;
  const result = { lines: Array.from({ length: 30 }, (_, index) => `line ${index}`) };
  const command = { name: 'effect.finished', attempt: 1, outcome: { ok: true, result }, cause };
  const fact = of('action.succeeded', 'action-shop-r1.first', 1, { runId: 'r1', result });
  const made = { now: '', artifacts: 'bundle', rules: 'rules', input: command as unknown as Input, cause, fact };
  const record = JSON.parse(writeDecision({ ...made, data: [fact.data] }, sealer)) as DecisionRecord;

  it('does not hold what the facts hold, and is the same command with them (RT-16)', () => {
    expect(record.sealed).not.toContain('line 1');
    expect(openCommand(record, [fact], cause, sealer)).toEqual(command);
  });

  it('is not opened with a fact that holds another value', () => {
    const altered = of('action.succeeded', fact.stream, 1, { runId: 'r1', result: { lines: [] } });
    expect(openCommand(record, [altered], cause, sealer)).toBeNull();
  });

  it('is whole by itself where no fact holds a value of it', () => {
    const whole = JSON.parse(writeDecision({ ...made, data: [] }, sealer)) as DecisionRecord;
    expect([whole.isShared, whole.sealed]).toEqual([
      undefined,
      JSON.stringify({ ...command, cause: { '@cause': true } }),
    ]);
    expect(openCommand(whole, [fact], cause, sealer)).toEqual(command);
  });
});
