import { EVENTS, isIgnored, type Fact, type PlaybookSchedule } from '@arbiter/contracts';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { instantAfter } from '../../instant';
import { activated, asked, bundleWith, ended, playbookContext, reminders } from '../../fixtures/scheduled-playbook';
import { routerDecider, type RouterInput } from '../router-decider';

const SCHEDULE: PlaybookSchedule = { cron: '0 */6 * * *', timeZone: 'Europe/Berlin', missed: 'catch_up' };
const artifacts = bundleWith(reminders(SCHEDULE));
const START = '2026-07-01T00:00:00.000Z';
const HOUR = 3_600_000;

type Move = { readonly hours: number; readonly day: number; readonly kind: 'ask' | 'due' | 'activate' | 'end' };
const move: fc.Arbitrary<Move> = fc.record({
  hours: fc.nat(40),
  day: fc.nat(4),
  kind: fc.constantFrom('ask', 'due', 'activate', 'end'),
});
const dayAt = (place: number): string => `2026-07-0${place + 1}`;

function inputOf({ kind, day }: Move, now: string): RouterInput {
  if (kind === 'ask') return asked(dayAt(day));
  if (kind === 'due') return { name: 'due', key: 'schedule' };
  return kind === 'activate' ? activated(now) : ended(dayAt(day), now, [{ object: `I-${day}`, at: now }]);
}

/** The stream of the playbook in the log: an append upon an old version is refused, and decided again. */
class Log {
  readonly facts: Fact[] = [];

  append(after: number, facts: readonly Fact[]): boolean {
    if (after !== this.facts.length) return false;
    this.facts.push(...facts);
    return true;
  }
}

const decided = (log: readonly Fact[], input: RouterInput, now: string): readonly Fact[] => {
  const state = log.reduce(routerDecider.evolve, routerDecider.initial());
  const decision = routerDecider.decide(state, input, playbookContext(artifacts, now));
  return isIgnored(decision) ? [] : decision;
};

/** Two replicas take every input, each upon what it has seen so far; who loses reads on and decides again. */
function play(moves: readonly Move[], isDoubled: boolean): readonly Fact[] {
  const log = new Log();
  let now = START;
  for (const next of moves) {
    now = instantAfter(now, next.hours * HOUR);
    const input = inputOf(next, now);
    const seen = [...log.facts];
    const drafts = (isDoubled ? [1, 2] : [1]).map(() => decided(seen, input, now));
    for (const draft of drafts)
      if (!log.append(seen.length, draft)) log.append(log.facts.length, decided(log.facts, input, now));
  }
  return log.facts;
}

const runs = (facts: readonly Fact[]) => facts.flatMap((fact) => (fact.name === 'run.requested' ? [fact.data] : []));
const moves = fc.array(move, { maxLength: 60 });

test('in whatever order inputs come, a day has one run, and one is under way at a time', () => {
  fc.assert(
    fc.property(moves, fc.boolean(), (script, isDoubled) => {
      const facts = play(script, isDoubled);
      const days = runs(facts).map(({ instance }) => instance!.day);
      expect(new Set(days).size).toBe(days.length);
      let underWay = 0;
      for (const { name } of facts) {
        underWay += name === 'run.requested' ? 1 : name === 'instance.completed' ? -1 : 0;
        expect(underWay === 0 || underWay === 1).toBe(true);
      }
    }),
  );
});

test('what two replicas do together, and what comes twice, is what one does with each once', () => {
  fc.assert(fc.property(moves, (script) => expect(play(script, true)).toEqual(play(script, false))));
});

test('what was asked for begins once all before it has ended, and facts are of their schemas', () => {
  fc.assert(
    fc.property(moves, (script) => {
      const ends = Array.from({ length: 12 }, (_, place) => ({ hours: 0, day: place % 5, kind: 'end' as const }));
      const facts = play([...script, ...ends, ...ends], true);
      const begun = runs(facts).map(({ instance }) => instance!.day);
      for (const { day } of script.filter(({ kind }) => kind === 'ask'))
        expect(begun.includes(dayAt(day)) || begun.some((other) => other > '2026-07-05')).toBe(true);
      for (const { name, data } of facts) expect([...Value.Errors(EVENTS[name].schema, data)]).toEqual([]);
    }),
  );
});
