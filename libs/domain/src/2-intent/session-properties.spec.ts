import { EVENTS, isIgnored, type EventData, type Fact } from '@arbiter/contracts';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { askingFor, completed, notProposed, proposed, said, submitted, suspended } from '../fixtures/session-inputs';
import { shopBundle } from '../fixtures/shop-bundle';
import { contextOf } from '../specification';
import { sessionDecider } from './session-decider';
import type { SessionInput } from './session-input';

const context = contextOf(shopBundle);
const TEXTS = [
  'Where is my order?', 'Where is my order 1002?', 'refund order 1003', 'Open a support ticket', 'sing me a song', '1002', 'yes', 'no', 'maybe', 'any luck?', '?', 'stop',
  'actually, forget it', 'no wait, make it 1005', 'stop, refund order 1003', 'actually, where is my order 1002?', 'hi', 'thanks', "don't stop", 'My teapot leaks', '👍',
];
const INTENTS = ['order_status', 'refund_order', 'create_ticket', 'escalate', null, 'order_pizza'];

type Move =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'submit' }
  | { readonly kind: 'answer'; readonly which: number; readonly intent: string | null | undefined }
  | { readonly kind: 'end'; readonly which: number; readonly how: 'ok' | 'error' | 'asks' | 'suspends' };

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('say' as const), text: fc.constantFrom(...TEXTS) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('submit' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('answer' as const), which: fc.nat(9), intent: fc.constantFrom(...INTENTS, undefined) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const), which: fc.nat(9), how: fc.constantFrom('ok' as const, 'error' as const, 'asks' as const, 'suspends' as const) }) },
);

/** The session with a world around it that answers asks and ends runs in any order. */
class World {
  state = sessionDecider.initial();
  readonly inputs: SessionInput[] = [];
  readonly facts: Fact[] = [];
  private readonly asks: string[] = [];
  private readonly runs: EventData<'run.requested'>[] = [];
  private turns = 0;

  take(input: SessionInput): readonly Fact[] {
    this.inputs.push(input);
    const decision = sessionDecider.decide(this.state, input, context);
    const facts = isIgnored(decision) ? [] : decision;
    for (const fact of facts) {
      this.state = sessionDecider.evolve(this.state, fact);
      this.facts.push(fact);
      if (fact.name === 'intent.requested') this.asks.push(fact.data.requestId);
      if (fact.name === 'run.requested') this.runs.push(fact.data);
    }
    return facts;
  }

  make(next: Move): void {
    if (next.kind === 'say') this.take(said(`T${(this.turns += 1)}`, next.text));
    if (next.kind === 'submit') this.take(submitted(`R${(this.turns += 1)}`, 'refund_order', { orderNumber: '1004' }));
    if (next.kind === 'answer' && this.asks.length > 0) this.answer(next.which % this.asks.length, next.intent);
    if (next.kind === 'end' && this.runs.length > 0) this.end(next.which % this.runs.length, next.how);
  }

  /** Everything that is open comes to its end. */
  finish(): void {
    while (this.asks.length > 0) this.answer(0, undefined);
    while (this.runs.length > 0) this.end(0, 'ok');
  }

  private answer(index: number, intent: string | null | undefined): void {
    const [requestId] = this.asks.splice(index, 1);
    this.take(intent === undefined ? notProposed(requestId!) : proposed(requestId!, intent));
  }

  private end(index: number, how: 'ok' | 'error' | 'asks' | 'suspends'): void {
    const run = this.runs[index]!;
    if (how === 'suspends' && run.purpose === 'template') {
      this.take(suspended(run.requestId, run.threadId));
      return;
    }
    this.runs.splice(index, 1);
    const question = how === 'asks' && run.purpose === 'template' ? askingFor('orderNumber') : run.question;
    this.take(completed(run.requestId, run.threadId, { question, status: how === 'error' ? 'error' : 'ok' }));
  }
}

function play(moves: readonly Move[]): World {
  const world = new World();
  for (const next of moves) world.make(next);
  world.finish();
  return world;
}

const moves = fc.array(move, { maxLength: 40 });

test('CL-06, EV-04: every turn and every submitted run asks for exactly one run of its own', () => {
  fc.assert(
    fc.property(moves, (script) => {
      const world = play(script);
      const wanted = world.inputs.flatMap((input) => (input.name === 'turn.received' || input.name === 'run.submitted' ? [input.data.requestId] : []));
      const asked = world.facts.flatMap((fact) => (fact.name === 'run.requested' ? [fact.data.requestId] : []));
      expect([...asked].sort()).toEqual([...wanted].sort());
    }),
  );
});

test('any input delivered again, at once or later, gives the same facts', () => {
  fc.assert(
    fc.property(moves, fc.array(fc.tuple(fc.nat(200), fc.nat(200)), { maxLength: 20 }), (script, repeats) => {
      const once = play(script);
      const deliveries = once.inputs.map((input, index) => ({ input, at: index * 1_000 }));
      for (const [which, later] of once.inputs.length > 0 ? repeats : []) {
        const index = which % once.inputs.length;
        deliveries.push({ input: once.inputs[index]!, at: index * 1_000 + later * 500 + 1 });
      }
      const again = new World();
      for (const { input } of deliveries.sort((one, other) => one.at - other.at)) again.take(input);
      expect(again.facts).toEqual(once.facts);
    }),
  );
});

test('the same conversation gives the same bytes, and its facts are JSON of their schemas', () => {
  fc.assert(
    fc.property(moves, (script) => {
      const facts = play(script).facts;
      expect(canonicalize(play(script).facts)).toBe(canonicalize(facts));
      expect(JSON.parse(JSON.stringify(facts))).toStrictEqual(facts);
      for (const { name, data } of facts) expect([...Value.Errors(EVENTS[name].schema, data)]).toEqual([]);
    }),
  );
});

test('a nudge and a courtesy change no thread', () => {
  fc.assert(
    fc.property(moves, fc.constantFrom('any luck?', '?', 'hello?', 'hi', 'thanks'), (script, text) => {
      const world = new World();
      for (const next of script) world.make(next);
      const before = world.state;
      const facts = world.take(said('nudge', text));
      expect(facts.map(({ name }) => name)).toEqual(['turn.routed', 'run.requested']);
      expect({ ...world.state, routed: [] }).toEqual({ ...before, routed: [] });
    }),
  );
});

test('when every run has ended, only questions stay open, and what is remembered is bounded', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 150 }), (script) => {
      const { state } = play(script);
      expect(state.threads.every(({ phase }) => phase === 'waiting')).toBe(true);
      expect(Math.max(state.routed.length, state.ended.length)).toBeLessThanOrEqual(64);
    }),
  );
});
