import { scoreOf, summaryOf, type Carried } from './score';

const FREE = { model_calls: 0, cost: 0 };
const instance = (changed: Partial<Carried> = {}): Carried => ({
  seed: 1,
  day: '2026-11-23',
  right: ['A', 'B'],
  dealtWith: ['B', 'A'],
  expected: { verdict: 'fails', failing: ['D', 'C'] },
  verdict: { verdict: 'fails', objects: 8, acknowledged: ['E'], failing: ['C', 'D'] },
  ...changed,
});

it('a deed done as it should be is right, in any order; an objective whose failure its owner accepts counts as met', () => {
  expect(scoreOf([instance()], { model_calls: 3, cost: 0.02 })).toEqual({
    instances: 1,
    objective: 0.75,
    verdicts: 1,
    precision: 1,
    recall: 1,
    touches: 2,
    model_calls: 3,
    cost: 0.02,
    wrong: [],
  });
});

it('the summary is six figures, in this order', () => {
  expect(Object.entries(summaryOf(scoreOf([instance()], FREE)))).toEqual([
    ['objective', 0.75],
    ['precision', 1],
    ['recall', 1],
    ['model_calls', 0],
    ['cost', 0],
    ['touches', 2],
  ]);
});

it('a deed too many costs precision, also when it is the second of its object; one that is missing costs recall', () => {
  const score = scoreOf([instance({ dealtWith: ['A', 'A', 'X'] })], FREE);
  expect(score).toMatchObject({ precision: 0.3333, recall: 0.5, touches: 3 });
  expect(score.wrong).toEqual([{ seed: 1, day: '2026-11-23', extra: ['A', 'X'], missing: ['B'], verdict: null }]);
});

it('a verdict is right for the right objects only', () => {
  const verdict = { verdict: 'fails', objects: 8, acknowledged: [], failing: ['C', 'E'] };
  expect(scoreOf([instance(), instance({ verdict })], FREE)).toMatchObject({ verdicts: 0.5, objective: 0.75 });
  expect(scoreOf([instance({ verdict })], FREE).wrong).toMatchObject([{ verdict: { reached: verdict } }]);
});

it('an instance that came to no verdict has met nothing', () => {
  expect(scoreOf([instance({ verdict: null, dealtWith: [] })], FREE)).toMatchObject({
    objective: 0,
    verdicts: 0,
    precision: 1,
    recall: 0,
  });
});
