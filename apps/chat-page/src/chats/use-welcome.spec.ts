import { NOTHING_TOLD, personAmong } from './use-welcome';

const studio = { customers: ['anna', 'ben'], twoStage: false, examples: [] };

it.each([
  ['nothing is told and nobody remembered', null, null, null],
  ['nothing is told yet', null, 'C-0001', 'C-0001'],
  ['the tenant names it', studio, 'ben', 'ben'],
  ['it belongs to another tenant', studio, 'C-0001', 'anna'],
  ['nobody is remembered', studio, null, 'anna'],
  ['the tenant names nobody', NOTHING_TOLD, 'C-0001', 'C-0001'],
  ['neither names anybody', NOTHING_TOLD, null, 'guest'],
])('the page speaks as the right person where %s', (_, welcome, remembered, person) => {
  expect(personAmong(welcome, remembered)).toBe(person);
});
