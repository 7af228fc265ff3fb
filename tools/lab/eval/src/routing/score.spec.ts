import { confusionOf, macroF1, share } from './score';

test('a turn with several right categories counts as the predicted one when that is among them, else as the first', () => {
  expect(
    confusionOf([
      { predicted: 'override', expected: ['answer_to_pending', 'override'] },
      { predicted: 'filler', expected: ['answer_to_pending', 'override'] },
      { predicted: 'new_request', expected: ['new_request'] },
    ]),
  ).toEqual({ override: { override: 1 }, answer_to_pending: { filler: 1 }, new_request: { new_request: 1 } });
});

test('macro-F1 is the mean over the categories that are right for some turn', () => {
  expect(macroF1({ filler: { filler: 3, new_request: 1 }, new_request: { new_request: 4 } })).toBe(0.873);
  expect(macroF1({ filler: { status_nudge: 2 }, new_request: { new_request: 1 } })).toBe(0.5);
  expect(macroF1({})).toBe(0);
});

test('a share has four places, and nothing of nothing is 0', () => {
  expect([share(1, 3), share(0, 0)]).toEqual([0.3333, 0]);
});
