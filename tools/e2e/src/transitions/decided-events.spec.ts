import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { FLOW, type EventName } from '@arbiter/contracts';
import { BESIDE_SWEEPS, DECIDED, OF_SWEEPS, OF_UNKNOWN_OUTCOMES } from './decided-events';

const ROOT = resolve(__dirname, '../../../..');

it('services are killed at every event that one writes, but for those whose test is named (EVL-08)', () => {
  const killedAt = [...DECIDED, ...OF_SWEEPS, ...OF_UNKNOWN_OUTCOMES].map(({ event }) => event);
  const written = (Object.keys(FLOW) as EventName[]).filter((event) => FLOW[event].producer !== null);
  expect([...killedAt, ...BESIDE_SWEEPS.keys()].toSorted()).toEqual(written.toSorted());
});

it.each([...BESIDE_SWEEPS])('the event %s is in the test that is named for it', (event, file) => {
  expect(readFileSync(resolve(ROOT, file), 'utf8')).toContain(event);
});
