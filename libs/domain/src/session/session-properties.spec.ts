import { EVENTS, canonicalJson, isIgnored, type EventData, type Fact } from '@arbiter/contracts';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { askingFor, completed, notProposed, proposed, said, submitted, suspended } from '../fixtures/session-inputs';
import { shopBundle } from '../fixtures/shop-bundle';
import { contextOf } from '../specification';
import { MAXIMUM_WEIGHING } from './decide/decide-turn';
import { MALFORMED } from './intent/intent-verdict';
import { sessionDecider } from './session-decider';
import type { IntentAnswered, SessionInput } from './session-input';
import { answerToOf } from './state/answer-to';
import { MOST_MISUNDERSTOOD } from './state/misunderstandings';
import { retryTimer } from './timers';
import { queuedRunId } from './topics/derived-id';
import { MAXIMUM_QUEUED } from './topics/queue';

type Policy = 'switch' | 'queue';
const contexts = {
  switch: contextOf(shopBundle),
  queue: contextOf({ ...shopBundle, conversation: { newRequest: 'queue', mostQuestions: 2 } }),
};
const TEXTS = [
  'Where is my order?',
  'Where is my order 1002?',
  'refund order 1003',
  'Open a support ticket',
  'sing me a song',
  '1002',
  'yes',
  'no',
  'maybe',
  'any luck?',
  '?',
  'stop',
  'actually, forget it',
  'no wait, make it 1005',
  'stop, refund order 1003',
  'actually, where is my order 1002?',
  'hi',
  'thanks',
  "don't stop",
  'My teapot leaks',
  '👍',
  'stop the refund',
  'back to the refund',
  'any news on order 1002?',
  'cancel the second one',
  'about the refund: yes',
];
const INTENTS = ['order_status', 'refund_order', 'create_ticket', 'escalate', null, 'order_pizza'];

type Move =
  | { readonly kind: 'say'; readonly text: string; readonly reply: number; readonly press: number }
  | { readonly kind: 'submit' }
  | { readonly kind: 'answer'; readonly which: number; readonly intent: string | null | undefined }
  | { readonly kind: 'garble'; readonly which: number }
  | {
      readonly kind: 'end';
      readonly which: number;
      readonly how: 'ok' | 'error' | 'asks' | 'suspends';
      readonly late: boolean;
    };

const often = { weight: 4 };
const seldom = { weight: 1 };
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    ...often,
    arbitrary: fc.record({
      kind: fc.constant('say' as const),
      text: fc.constantFrom(...TEXTS),
      reply: fc.nat(12),
      press: fc.nat(12),
    }),
  },
  { ...seldom, arbitrary: fc.record({ kind: fc.constant('submit' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      which: fc.nat(9),
      intent: fc.constantFrom(...INTENTS, undefined),
    }),
  },
  { ...seldom, arbitrary: fc.record({ kind: fc.constant('garble' as const), which: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('end' as const),
      which: fc.nat(9),
      late: fc.boolean(),
      how: fc.constantFrom('ok' as const, 'error' as const, 'asks' as const, 'suspends' as const),
    }),
  },
);

/** The session with a world around it that answers asks, makes timers go off and ends runs in any order. */
class World {
  state = sessionDecider.initial();
  readonly inputs: SessionInput[] = [];
  readonly facts: Fact[] = [];
  private readonly asks: EventData<'intent.requested'>[] = [];
  private readonly runs: EventData<'run.requested'>[] = [];
  private turns = 0;
  /** the outcome of a run, which the person was not told yet */
  private news: SessionInput | null = null;

  constructor(
    private readonly policy: Policy,
    private readonly isLate = false,
  ) {}

  take(input: SessionInput): readonly Fact[] {
    const news = this.news;
    if (news && sessionDecider.lookups?.(this.state, input, contexts[this.policy]).length) this.tell();
    this.inputs.push(input);
    const decision = sessionDecider.decide(this.state, input, contexts[this.policy]);
    const facts = isIgnored(decision) ? [] : decision;
    for (const fact of facts) {
      this.state = sessionDecider.evolve(this.state, fact);
      this.facts.push(fact);
      if (fact.name === 'intent.requested') this.asks.push(fact.data);
      if (fact.name === 'run.requested') this.runs.push(fact.data);
    }
    return facts;
  }

  make(next: Move): void {
    if (next.kind === 'say') this.say(next);
    if (next.kind === 'submit') this.take(submitted(`R${(this.turns += 1)}`, 'refund_order', { orderNumber: '1004' }));
    if (next.kind === 'answer' && this.asks.length > 0) this.answer(next.which % this.asks.length, next.intent);
    if (next.kind === 'garble' && this.asks.length > 0) this.garble(next.which % this.asks.length);
    if (next.kind === 'end' && this.runs.length > 0) this.end(next.which % this.runs.length, next.how, next.late);
  }

  /** Everything that is open comes to its end. */
  finish(): void {
    while (this.asks.length > 0) this.answer(0, undefined);
    while (this.runs.length > 0) this.end(0, 'ok', false);
    this.tell();
  }

  private tell(): void {
    const { news } = this;
    this.news = null;
    if (news) this.take(news);
  }

  private say({ text, reply, press }: Extract<Move, { kind: 'say' }>): void {
    this.turns += 1;
    const earlier = (index: number) => (index > 0 && index < this.turns ? `T${this.turns - index}` : undefined);
    const isPressed = text === 'yes' || text === 'no';
    this.take(
      said(`T${this.turns}`, text, {
        replyToRequestId: earlier(reply),
        ...(isPressed ? { answerTo: this.pressed(earlier(press)) } : {}),
      }),
    );
  }

  /** A button under the question of a run, or under its proposal. */
  private pressed(runId: string | undefined): string | undefined {
    return runId !== undefined && this.turns % 2 === 0 ? answerToOf(`${runId}.refund`) : runId;
  }

  private answer(index: number, intent: string | null | undefined): void {
    const [asked] = this.asks.splice(index, 1);
    const { requestId, attempt } = asked!;
    this.take({
      ...(intent === undefined ? notProposed(requestId) : proposed(requestId, intent)),
      attempt,
    } satisfies IntentAnswered);
  }

  /** The model answers nonsense, and is asked again when its time has come. */
  private garble(index: number): void {
    const [asked] = this.asks.splice(index, 1);
    const { requestId, attempt } = asked!;
    const facts = this.take({ ...notProposed(requestId, MALFORMED), attempt });
    if (facts.length === 1) this.take({ name: 'due', key: retryTimer(requestId) });
  }

  private end(index: number, how: 'ok' | 'error' | 'asks' | 'suspends', late: boolean): void {
    this.tell();
    const run = this.runs[index]!;
    const news = this.newsOf(run, how);
    if (news.name === 'run.completed') this.runs.splice(index, 1);
    // The runs that threads wait for are looked at in time; no other one changes what a turn is.
    const isWaitedFor = run.threadId !== null && (run.purpose === 'template' || run.purpose === 'clarify');
    if (this.isLate && late && isWaitedFor) this.news = news;
    else this.take(news);
  }

  private newsOf(run: EventData<'run.requested'>, how: 'ok' | 'error' | 'asks' | 'suspends') {
    if (how === 'suspends' && run.purpose === 'template') return suspended(run.requestId, run.threadId);
    const question = how === 'asks' && run.purpose === 'template' ? askingFor('orderNumber') : run.question;
    const isDone = question === null && how === 'ok' && run.purpose === 'template';
    return completed(run.requestId, run.threadId, {
      question,
      status: how === 'error' ? 'error' : 'ok',
      isDone,
      messageId: run.messageId,
    });
  }
}

function play(policy: Policy, moves: readonly Move[], isLate = false): World {
  const world = new World(policy, isLate);
  for (const next of moves) world.make(next);
  world.finish();
  return world;
}

const moves = fc.array(move, { maxLength: 40 });
const policy = fc.constantFrom<Policy>('switch', 'queue');
const runsOf = (world: World) => world.facts.flatMap((fact) => (fact.name === 'run.requested' ? [fact.data] : []));

test('CL-06, EV-04: every turn and every submitted run asks for exactly one run of its own, and what was in line for one more', () => {
  fc.assert(
    fc.property(policy, moves, (which, script) => {
      const world = play(which, script);
      const wanted = world.inputs.flatMap((input) =>
        input.name === 'turn.received' || input.name === 'run.submitted' ? [input.data.requestId] : [],
      );
      const inLine = world.facts.flatMap((fact) => (fact.name === 'thread.queued' ? [fact.data.threadId] : []));
      const begun = inLine.map((threadId) => queuedRunId('shop', threadId));
      const asked = runsOf(world).map(({ requestId }) => requestId);
      expect(asked.filter((requestId) => !begun.includes(requestId)).sort()).toEqual([...wanted].sort());
      expect(new Set(asked).size).toBe(asked.length);
    }),
  );
});

test('any input delivered again, at once or later, gives the same facts', () => {
  fc.assert(
    fc.property(
      policy,
      moves,
      fc.array(fc.tuple(fc.nat(200), fc.nat(200)), { maxLength: 20 }),
      (which, script, repeats) => {
        const once = play(which, script);
        const deliveries = once.inputs.map((input, index) => ({ input, at: index * 1_000 }));
        for (const [number, later] of once.inputs.length > 0 ? repeats : []) {
          const index = number % once.inputs.length;
          deliveries.push({ input: once.inputs[index]!, at: index * 1_000 + later * 500 + 1 });
        }
        const again = new World(which);
        for (const { input } of deliveries.sort((one, other) => one.at - other.at)) again.take(input);
        expect(again.facts).toEqual(once.facts);
      },
    ),
  );
});

test('news of a run that comes late, after the turns that follow it, routes every turn the same and asks for the same runs', () => {
  fc.assert(
    fc.property(policy, moves, (which, script) => {
      const sorted = (world: World) => ({
        routed: world.facts
          .flatMap((fact) => (fact.name === 'turn.routed' ? [fact.data] : []))
          .sort((one, other) => one.requestId.localeCompare(other.requestId)),
        runs: runsOf(world).toSorted((one, other) => one.requestId.localeCompare(other.requestId)),
      });
      expect(sorted(play(which, script, true))).toEqual(sorted(play(which, script)));
    }),
  );
});

test('the same conversation gives the same bytes, and its facts are JSON of their schemas (CH-04, TH-08)', () => {
  fc.assert(
    fc.property(policy, moves, (which, script) => {
      const facts = play(which, script).facts;
      expect(canonicalJson(play(which, script).facts)).toBe(canonicalJson(facts));
      expect(JSON.parse(JSON.stringify(facts))).toStrictEqual(facts);
      for (const { name, data } of facts) expect([...Value.Errors(EVENTS[name].schema, data)]).toEqual([]);
    }),
  );
});

test('a nudge and a courtesy change no thread (RT-09)', () => {
  fc.assert(
    fc.property(
      policy,
      moves,
      fc.constantFrom('any luck?', '?', 'hello?', 'hi', 'thanks'),
      fc.nat(12),
      (which, script, text, reply) => {
        const world = new World(which);
        for (const next of script) world.make(next);
        const before = world.state;
        const facts = world.take(said('nudge', text, { replyToRequestId: `T${reply}` }));
        expect(facts.map(({ name }) => name)).toEqual(['turn.routed', 'run.requested']);
        expect({ ...world.state, turns: null }).toEqual({ ...before, turns: null });
      },
    ),
  );
});

test('when every run has ended, only questions stay open, nothing is in line or weighed, and what is remembered is bounded', () => {
  fc.assert(
    fc.property(policy, fc.array(move, { maxLength: 150 }), (which, script) => {
      const world = new World(which);
      for (const next of script) {
        world.make(next);
        expect(world.state.queuedThreadIds.length).toBeLessThanOrEqual(MAXIMUM_QUEUED);
        expect(world.state.weighing.length).toBeLessThanOrEqual(MAXIMUM_WEIGHING);
        const inLine = world.state.threads.filter(({ phase }) => phase === 'queued').map(({ threadId }) => threadId);
        expect([...world.state.queuedThreadIds].sort()).toEqual(inLine.sort());
        if (inLine.length > 0)
          expect(world.state.threads.some(({ phase }) => phase === 'running' || phase === 'classifying')).toBe(true);
      }
      world.finish();
      const { threads, queuedThreadIds, weighing, turns, ended } = world.state;
      expect(threads.every(({ phase }) => phase === 'waiting')).toBe(true);
      expect([...queuedThreadIds, ...weighing]).toEqual([]);
      expect(Math.max(turns.routed.length, ended.length)).toBeLessThanOrEqual(64);
      expect(turns.open.length).toBeLessThanOrEqual(1);
      expect([world.state.endedOffers.length <= 8, world.state.misunderstood <= MOST_MISUNDERSTOOD]).toEqual([
        true,
        true,
      ]);
    }),
  );
});
