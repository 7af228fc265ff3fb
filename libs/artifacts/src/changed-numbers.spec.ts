import { parseDocument } from 'yaml';
import { changedNumbersIn } from './changed-numbers';

const changed = (yaml: string) => changedNumbersIn(parseDocument(yaml, { version: '1.2', schema: 'core' }));

describe('the numbers of an artifact', () => {
  it.each(['2512292042121000001', '[1, 0.12345678901234567890]', '1e400', '0x20000000000001', '-9007199254740993'])(
    'that a double would change are named, with the way to write them: %s',
    (written) => {
      expect(changed(`first: 1\nid: ${written}`)).toEqual([
        {
          offset: expect.any(Number),
          reason: expect.stringMatching(/more digits/),
          fix: expect.stringMatching(/quotes/),
        },
      ]);
    },
  );

  it.each([
    '1',
    '+1',
    '-0',
    '.5',
    '-.5',
    '5.',
    '5.e2',
    '1.50',
    '1e3',
    '0x1f',
    '0o17',
    '"2512292042121000001"',
    'text',
    '2026-11-22',
  ])('that stay as they are written pass: %s', (written) => {
    expect(changed(`id: ${written}`)).toEqual([]);
  });
});
