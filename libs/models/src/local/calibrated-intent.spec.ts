import { certainVerdict, verdict } from './calibrated-intent';

const CALIBRATION = { offset: -5.5, score: 12.9, lead: 11.6 };
const judge = (scores: Readonly<Record<string, number>>, eligible = Object.keys(scores)) =>
  verdict(new Map(Object.entries(scores)), eligible, CALIBRATION);

describe('a verdict', () => {
  it('is the likeliest intent, the surer the further it leads', () => {
    const [close, far] = [judge({ one: 0.6, two: 0.55 }), judge({ one: 0.6, two: 0.3 })];
    expect([close.intentId, far.intentId]).toEqual(['one', 'one']);
    expect(far.confidence).toBeGreaterThan(close.confidence);
  });

  it('is null with confidence when nothing is alike', () => {
    expect(judge({ one: 0.2, two: 0.1 })).toEqual({ intentId: null, confidence: expect.closeTo(0.95, 1) });
    expect(judge({ one: 0, two: 0 })).toEqual({ intentId: null, confidence: 1 });
    expect(judge({})).toEqual({ intentId: null, confidence: 1 });
  });

  it('is null when an intent that is not eligible is clearly likelier', () => {
    expect(judge({ one: 0.6, two: 0.3 }).intentId).toBe('one');
    expect(judge({ one: 0.6, two: 0.9 }, ['one']).intentId).toBeNull();
  });

  it('does not take a lone intent for sure because it has no rival', () => {
    expect(judge({ one: 0.35 }).confidence).toBeLessThan(0.9);
    expect(judge({ one: 0.35 })).toEqual(judge({ one: 0.35, two: 0.1 }));
  });

  it('asks more of an intent whose examples are all alike', () => {
    const strict = { ...CALIBRATION, offset: 0, cohesion: 10 };
    const scores = new Map([
      ['one', 0.5],
      ['two', 0.3],
    ]);
    expect(verdict(scores, ['one'], strict, new Map([['one', 0.5]])).intentId).toBe('one');
    expect(verdict(scores, ['one'], strict, new Map([['one', 0.9]])).intentId).toBeNull();
  });

  it('on a certain intent is that intent if it is eligible, else nothing', () => {
    expect(certainVerdict('one', ['one'])).toEqual({ intentId: 'one', confidence: 0.99 });
    expect(certainVerdict('one', ['two'])).toEqual({ intentId: null, confidence: 0.99 });
  });
});
