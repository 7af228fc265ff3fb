import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decisionsPage } from './decisions-page';

describe('the list of decisions', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'arbiter-decisions-'));
    mkdirSync(join(root, 'docs/decisions'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (file: string, text: string) => writeFileSync(join(root, 'docs/decisions', file), text);
  const FIRST = '# 0001 One log\n\n2026-11-21 · Log\n\n**Context.** None.\n';

  it('names each by its room, with its status and links in both directions', () => {
    write('0001-one-log.md', FIRST);
    write(
      '0002-two.md',
      '# 0002 Two logs\n\n2026-11-22 · Log. Changes [0001](0001-one-log.md).\n\n**Context.** [0001](x)\n',
    );
    const page = decisionsPage(root);
    expect(page).toContain(
      [
        '## Log',
        '',
        'Events, streams, sealing, replay, retention, read models.',
        '',
        '| record | since | adds to | status |',
        '|---|---|---|---|',
        '| [0001](0001-one-log.md) One log | 2026-11-21 |  | changed by [0002](0002-two.md) |',
        '| [0002](0002-two.md) Two logs | 2026-11-22 | [0001](0001-one-log.md) | in force |',
      ].join('\n'),
    );
  });

  it('names a record once where two name each other', () => {
    write('0001-one-log.md', FIRST.replace('Log\n\n', 'Log. Since [0002](0002-two.md) there are two.\n\n'));
    write('0002-two.md', '# 0002 Two logs\n\n2026-11-22 · Log. Changes [0001](0001-one-log.md).\n\nText\n');
    const page = decisionsPage(root);
    expect(page).toContain('| 2026-11-21 |  | changed by [0002](0002-two.md) |');
    expect(page).toContain('| 2026-11-22 | [0001](0001-one-log.md) | in force |');
  });

  it.each([
    ['no room', '# 0002 Two\n\n2026-11-22\n\nText\n', 'begin with "# NUMBER TITLE"'],
    ['an unknown room', '# 0002 Two\n\n2026-11-22 · Cellar\n\nText\n', 'no room "Cellar"; name one of Structure, Log'],
    ['another number', '# 0003 Two\n\n2026-11-22 · Log\n\nText\n', 'begin with "# NUMBER TITLE"'],
    [
      'a record that is gone',
      '# 0002 Two\n\n2026-11-22 · Log. Changes [0009](x.md).\n\nText\n',
      'names 0009, which is not there',
    ],
  ])('refuses one with %s', (_, text, reason) => {
    write('0001-one-log.md', FIRST);
    write('0002-two.md', text);
    expect(() => decisionsPage(root)).toThrow(reason);
  });
});
