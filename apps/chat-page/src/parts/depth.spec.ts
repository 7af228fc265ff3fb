import { depthOf } from './depth';

const STEPS = ['work', 'work.1', 'work.1.1', 'work.10', 'workshop', 'find.it'];
const HEADER = { steps: STEPS.map((stepId) => ({ stepId, title: stepId, status: 'completed' as const })) };

it.each([
  ['work', 0],
  ['work.1', 1],
  ['work.1.1', 2],
  ['work.10', 1],
  ['workshop', 0],
  ['find.it', 0],
])('%s stands below %d other lines', (stepId, expected) => {
  expect(depthOf(stepId, HEADER)).toBe(expected);
});
