import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { externalEventProblems } from './external-event-problems';

const cases = join(
  process.env['ARBITER_CASES'] ?? join(__dirname, '../../../../../shared/data'),
  'cloudevents/json_format.jsonl',
);
interface Case {
  readonly id: string;
  readonly valid: boolean;
  readonly event: unknown;
}
const conformance: readonly Case[] = existsSync(cases)
  ? readFileSync(cases, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Case)
  : [];

const EVENT = { specversion: '1.0', id: '1', source: '/ledger', type: 'ledger.imported', time: '2026-07-02T09:00:00Z' };
const fieldsOf = (event: unknown) => externalEventProblems(event).map(({ field }) => field);

describe('an event from outside (CloudEvents 1.0, JSON format)', () => {
  it.each([
    ['nothing but what it needs', {}],
    ['attributes of extensions', { partition: 'a', sequence: 7, sampled: true, nothing: null }],
    ['any data', { data: { Any: ['thing'] } }],
    ['bytes', { data_base64: 'TWE=' }],
  ])('is taken with %s', (_what, more) => expect(externalEventProblems({ ...EVENT, ...more })).toEqual([]));

  it.each([
    ['id', { id: '' }],
    ['source', { source: undefined }],
    ['type', { type: 7 }],
    ['specversion', { specversion: '0.9' }],
    ['time', { time: '2026-07-02 09:00' }],
    ['datacontenttype', { datacontenttype: 'json' }],
    ['dataschema', { dataschema: '/relative' }],
    ['Extension', { Extension: 'x' }],
    ['fraction', { fraction: 1.5 }],
    ['data_base64', { data: 1, data_base64: 'TWE=' }],
  ])('is refused by its %s', (field, wrong) => expect(fieldsOf({ ...EVENT, ...wrong })).toEqual([field]));

  it.each([[null], [[EVENT]], ['x']])('is no %p', (value) => expect(fieldsOf(value)).toEqual(['body']));

  (conformance.length > 0 ? it : it.skip)('is told apart as the conformance cases of CloudEvents tell it', () => {
    const judged = conformance.map(({ id, event }) => [id, externalEventProblems(event).length === 0]);
    expect(judged).toEqual(conformance.map(({ id, valid }) => [id, valid]));
  });
});
