import { Lanes } from './lanes';

const AT_ONCE = 128;
const WAITING = 1_000;

/** A lane whose places are all held, and the other callers in the order in which they got a place. */
function full(): { lanes: Lanes; got: string[]; enter: (who: string, lane?: string) => (() => void) | null } {
  const lanes = new Lanes();
  const got: string[] = [];
  for (let count = 0; count < AT_ONCE; count += 1) lanes.enter('slow', () => undefined);
  return {
    lanes,
    got,
    enter: (who, lane = 'slow') =>
      lanes.enter(
        lane,
        () => got.push(who),
        () => got.push(`${who} turned away`),
      ),
  };
}

describe('places by lane', () => {
  it('are given back to who has waited longest (1)', () => {
    const { lanes, got, enter } = full();
    enter('first');
    enter('second');
    expect(got).toEqual([]);
    lanes.leave('slow');
    expect(got).toEqual(['first']);
    lanes.leave('slow');
    expect(got).toEqual(['first', 'second']);
    enter('third');
    expect(got).toHaveLength(2);
  });

  it('of one lane, and the room to wait for them, belong to no other lane (2)', () => {
    const { got, enter } = full();
    for (let count = 0; count < WAITING; count += 1) expect(enter(`${count}`)).not.toBeNull();
    expect(enter('one too many')).toBeNull();
    expect(enter('another', 'fast')).not.toBeNull();
    expect(got).toEqual(['another']);
  });

  it('are not given to who went away (3)', () => {
    const { lanes, got, enter } = full();
    const goAway = enter('first')!;
    enter('second');
    goAway();
    lanes.leave('slow');
    expect(got).toEqual(['second']);
    goAway();
  });

  it('are not given out any more once they are closed (3)', () => {
    const { lanes, got, enter } = full();
    enter('first');
    lanes.close();
    expect(got).toEqual(['first turned away']);
    lanes.leave('slow');
    expect(enter('second', 'fast')).toBeNull();
    expect(got).toEqual(['first turned away']);
  });

  it('that are all given back leave nothing behind', () => {
    const { lanes, got, enter } = full();
    for (let count = 0; count < AT_ONCE; count += 1) lanes.leave('slow');
    for (let count = 0; count < AT_ONCE; count += 1) enter(`${count}`);
    expect(got).toHaveLength(AT_ONCE);
  });
});
