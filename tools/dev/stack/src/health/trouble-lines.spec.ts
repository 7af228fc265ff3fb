import type { Trouble, Troubles } from './readiness';
import { TroubleLines } from './trouble-lines';

const away: Trouble = { kind: 'away', text: 'does not answer' };
const slow: Trouble = { kind: 'slow', text: 'answers slowly (1.4 s)' };

/** One look a second, over at once. */
const linesOf = (...looks: readonly Readonly<Record<string, Trouble>>[]) => {
  const troubleLines = new TroubleLines();
  return looks.map((found, second) =>
    troubleLines.look(second * 1_000, second * 1_000, new Map(Object.entries(found)) as Troubles),
  );
};

describe('the report of trouble', () => {
  it('is one line when it lasts, and one when it is over', () => {
    expect(linesOf({ Postgres: away }, { Postgres: away }, { Postgres: away }, {}, {})).toEqual([
      [],
      ['Postgres does not answer; messages wait until it is back'],
      [],
      ['Postgres is back after 3 s'],
      [],
    ]);
  });

  it('is nothing when it is over at the next look', () => {
    expect(linesOf({ Postgres: away }, {}, { Postgres: away }, {})).toEqual([[], [], [], []]);
  });

  it('is made of each part by itself, and again when it comes again', () => {
    expect(
      linesOf(
        { NATS: away },
        { NATS: away, router: away },
        { router: away },
        { router: away },
        {},
        { router: away },
        { router: away },
      ),
    ).toEqual([
      [],
      ['NATS does not answer; messages wait until it is back'],
      ['NATS is back after 2 s', 'router does not answer; messages wait until it is back'],
      [],
      ['router is back after 3 s'],
      [],
      ['router does not answer; messages wait until it is back'],
    ]);
  });

  it('tells slow from away', () => {
    const slowly = [{ ingress: slow }, { ingress: slow }, { ingress: slow }, { ingress: slow }];
    expect(linesOf(...slowly, {}).slice(2)).toEqual([
      [],
      ['ingress answers slowly (1.4 s); messages take longer than usual'],
      ['ingress answers as usual again'],
    ]);
    expect(linesOf(...slowly, { ingress: away }, { ingress: away }, {}).slice(4)).toEqual([
      [],
      [away.text].map((text) => `ingress ${text}; messages wait until it is back`),
      ['ingress is back after 2 s'],
    ]);
  });

  it('counts the time that a look itself took', () => {
    expect(new TroubleLines().look(0, 2_000, new Map([['router', away]]))).toEqual([
      'router does not answer; messages wait until it is back',
    ]);
  });
});
