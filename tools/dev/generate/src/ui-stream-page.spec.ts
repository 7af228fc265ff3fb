import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CANCEL_EVENT, EVENT_NAMES, PHASES, TRACE_EVENT_TYPES, UI_EVENT_TYPES } from '@arbiter/contracts';
import { STAGES } from '@arbiter/views';

const PAGE = readFileSync(resolve(__dirname, '../../../../docs/ui-stream.md'), 'utf8');
const inCode = new Set([...PAGE.matchAll(/`([^`]+)`/g)].map(([, text]) => text as string));

describe('docs/ui-stream.md', () => {
  test.each([...UI_EVENT_TYPES, CANCEL_EVENT, ...PHASES, ...STAGES])('speaks of %s', (name) => {
    expect([...inCode]).toContain(name);
  });

  test('has the stages in their order and names no line or fact that does not exist', () => {
    const rows = [...PAGE.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, stage]) => stage);
    expect(rows).toEqual([...STAGES, ...TRACE_EVENT_TYPES]);
    const known: readonly string[] = [...UI_EVENT_TYPES, CANCEL_EVENT, ...EVENT_NAMES];
    for (const name of inCode) if (/^[a-z]+\.[a-z_]+$/.test(name)) expect(known).toContain(name);
  });
});
