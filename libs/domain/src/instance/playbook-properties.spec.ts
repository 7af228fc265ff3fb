import { EVENTS, isIgnored, type Fact, type PlaybookSchedule } from '@arbiter/contracts';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { instantAfter } from '../instant';
import { activated, asked, bundleWith, ended, playbookContext, reminders } from '../fixtures/scheduled-playbook';
import { playbookDecider, type PlaybookInput } from './playbook-decider';

type Missed = PlaybookSchedule['missed'];
const artifactsOf = (missed: Missed) =>
  bundleWith(
    reminders(
      { cron: '0 */6 * * *', timeZone: 'Europe/Berlin', missed },
      { cron: '30 */8 * * *', timeZone: 'UTC', missed },
    ),
  );
const policy = fc.constantFrom<Missed>('catch_up', 'skip');
const START = '2026-07-01T00:00:00.000Z';
const HOUR = 3_600_000;

type Move = {
  readonly hours: number;
  readonly day: number;
  readonly kind: 'ask' | 'due' | 'look' | 'activate' | 'end';
};
const move: fc.Arbitrary<Move> = fc.record({
  hours: fc.nat(40),
  day: fc.nat(4),
  kind: fc.constantFrom('ask', 'due', 'look', 'activate', 'end'),
});
const dayAt = (place: number): string => `2026-07-0${place + 1}`;

function inputOf({ kind, day }: Move, now: string): PlaybookInput {
  if (kind === 'ask') return asked(dayAt(day));
  if (kind === 'due') return { name: 'due', key: 'schedule' };
  if (kind === 'look') return { name: 'due', key: 'verdict' };
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

const decided = (log: readonly Fact[], input: PlaybookInput, now: string, missed: Missed): readonly Fact[] => {
  const state = log.reduce(playbookDecider.evolve, playbookDecider.initial());
  const decision = playbookDecider.decide(state, input, playbookContext(artifactsOf(missed), now));
  return isIgnored(decision) ? [] : decision;
};

/**
 * Two replicas take every input, each based on the facts it has seen so far; the one that loses reads on and decides
 * again.
 */
function play(moves: readonly Move[], isDoubled: boolean, missed: Missed): readonly Fact[] {
  const log = new Log();
  let now = START;
  for (const next of moves) {
    now = instantAfter(now, next.hours * HOUR);
    const input = inputOf(next, now);
    const seen = [...log.facts];
    const drafts = (isDoubled ? [1, 2] : [1]).map(() => decided(seen, input, now, missed));
    for (const draft of drafts)
      if (!log.append(seen.length, draft)) log.append(log.facts.length, decided(log.facts, input, now, missed));
  }
  return log.facts;
}

const requested = (facts: readonly Fact[]) =>
  facts.flatMap((fact) => (fact.name === 'run.requested' ? [fact.data] : []));
const runs = (facts: readonly Fact[]) => requested(facts).filter(({ purpose }) => purpose === 'playbook');
const looks = (facts: readonly Fact[]) => requested(facts).filter(({ purpose }) => purpose === 'verdict');
const moves = fc.array(move, { maxLength: 60 });

test('in whatever order inputs come, a day has one run, and one is under way at a time', () => {
  fc.assert(
    fc.property(moves, fc.boolean(), policy, (script, isDoubled, missed) => {
      const facts = play(script, isDoubled, missed);
      const days = runs(facts).map(({ instance }) => instance!.day);
      expect(new Set(days).size).toBe(days.length);
      let underWay = 0;
      for (const { name, data } of facts) {
        const begins = name === 'run.requested' && data.purpose === 'playbook';
        underWay += begins ? 1 : name === 'instance.completed' ? -1 : 0;
        expect(underWay === 0 || underWay === 1).toBe(true);
      }
    }),
  );
});

test('the objective is looked at once at each time that is due, whatever else is under way', () => {
  fc.assert(
    fc.property(moves, policy, (script, missed) => {
      const found = looks(play(script, true, missed)).map(({ requestId }) => requestId);
      expect(new Set(found).size).toBe(found.length);
    }),
  );
});

test('two replicas with repeated events decide the same as one replica with each event once', () => {
  fc.assert(
    fc.property(moves, policy, (script, missed) =>
      expect(play(script, true, missed)).toEqual(play(script, false, missed)),
    ),
  );
});

test('whatever was asked for begins in the end, and facts are of their schemas', () => {
  fc.assert(
    fc.property(moves, policy, (script, missed) => {
      const facts = [...play(script, true, missed)];
      for (;;) {
        const { underWay } = facts.reduce(playbookDecider.evolve, playbookDecider.initial());
        if (!underWay) break;
        facts.push(...decided(facts, ended(underWay.day, START), START, missed));
      }
      const begun = runs(facts).map(({ instance }) => instance!.day);
      expect(begun).toEqual(
        expect.arrayContaining(script.flatMap(({ kind, day }) => (kind === 'ask' ? [dayAt(day)] : []))),
      );
      for (const { name, data } of facts) expect([...Value.Errors(EVENTS[name].schema, data)]).toEqual([]);
    }),
  );
});
