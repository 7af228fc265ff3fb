import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EVENT_NAMES } from '@arbiter/contracts';

const CONTRIBUTING = join(resolve(__dirname, '../../../..'), 'CONTRIBUTING.md');
/** No event is named after these. */
const NAME_NO_EVENT = ['Proposal', 'Lease'];

const rows = [...readFileSync(CONTRIBUTING, 'utf8').matchAll(/^\| \*\*(\w+)\*\* \|(.*)\|$/gm)];
const listed = rows.map(([, noun]) => noun!);

it('each noun has its meaning and the term of the field beside it', () => {
  for (const [, , columns] of rows)
    expect(columns!.split(' | ').map((text) => text.trim())).toEqual([
      expect.stringMatching(/./),
      expect.stringMatching(/./),
    ]);
});

it('the nouns of the system are listed once each', () => {
  expect(new Set(listed).size).toBe(listed.length);
});

it('the nouns of the system are those that events are named after, and two more', () => {
  const ofEvents = new Set(EVENT_NAMES.map((name) => name.split('.')[0]!));
  const expected = listed.filter((noun) => !NAME_NO_EVENT.includes(noun)).map((noun) => noun.toLowerCase());
  expect([...ofEvents].toSorted()).toEqual(expected.toSorted());
  expect(listed).toEqual(expect.arrayContaining(NAME_NO_EVENT));
});
