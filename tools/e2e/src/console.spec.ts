import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RunView, UiEvent } from '@arbiter/contracts';
import { PHASES, UI_EVENT_TYPES } from '@arbiter/contracts';
import { acceptedRun, foldUiEvent } from '@arbiter/platform';
import fc from 'fast-check';

const FOLDER = resolve(__dirname, '../../../apps/console/src');
const FILES = readdirSync(FOLDER, { recursive: true }).map(String).filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.spec.ts'));
const SOURCES = FILES.map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));
const having = (pattern: RegExp) => SOURCES.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

describe('CH-06: the page', () => {
  it('speaks to the backend in one file, and there only to /api', () => {
    expect(having(/\bfetch\(|XMLHttpRequest|WebSocket|EventSource\(|sendBeacon|import\(|https?:\/\/(?!www\.w3\.org)/)).toEqual(['http/api.ts']);
    const { text } = SOURCES.find(({ name }) => name === 'http/api.ts')!;
    const paths = [...text.matchAll(/[`'"](\/[^`'"$]*)/g)].map(([, path]) => path!);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !path.startsWith('/api/'))).toEqual([]);
  });

  it('generates nothing and decides nothing: it has no generation loop, no model and no rule', () => {
    expect(having(/generateOutput|generateText|streamText|completions|@arbiter\/(?!contracts)/)).toEqual([]);
  });

  it('takes nothing but types from the contracts', () => {
    const imports = SOURCES.flatMap(({ text }) => text.match(/^import .*@arbiter\/.*$/gm) ?? []);
    expect(imports.length).toBeGreaterThan(0);
    expect(imports.filter((line) => !line.startsWith('import type '))).toEqual([]);
  });
});

const payload = fc.record({
  kind: fc.constantFrom('execution_header', 'workflow_proposed', 'results', 'pre', 'proposal', 'reply', 'plan'), text: fc.string({ maxLength: 5 }), attempt: fc.integer({ min: 1, max: 2 }),
  status: fc.constantFrom('ok', 'cancelled', 'error'), code: fc.constantFrom('a', 'b'), header: fc.constant({ steps: [] }), messageId: fc.constantFrom('m', null),
  anchor: fc.constantFrom('not_recent', null), clears: fc.constantFrom('c', null), isDone: fc.boolean(), reportedBy: fc.constantFrom([], ['r2']), reports: fc.constantFrom('r3', undefined),
  question: fc.constantFrom({ key: 'k', expectedType: 'yes_no', prompt: 'Shall I?' }, undefined),
  plan: fc.constant('p'), actionId: fc.constant('x'), expiresAt: fc.constant('t'), choices: fc.constantFrom(['Yes', 'No'], undefined),
}, { requiredKeys: [] });
const shown = fc.array(fc.record({ type: fc.constantFrom(...UI_EVENT_TYPES), phase: fc.constantFrom(...PHASES), payload }), { maxLength: 12 });

describe('the page reads a run', () => {
  it('as the server does', () => {
    const page = require(join(FOLDER, 'conversation/fold-event.ts')) as { acceptedRun: typeof acceptedRun; foldEvent: (run: RunView, event: UiEvent) => RunView };
    fc.assert(fc.property(shown, (lines) => {
      const events = lines.map((line, index) => ({ ...line, seq: index + 1, ts: `t${index}`, requestId: 'r', sessionId: 's' }) as unknown as UiEvent);
      expect(events.reduce(page.foldEvent, page.acceptedRun('r', 's'))).toEqual(events.reduce(foldUiEvent, acceptedRun('r', 's')));
    }));
  });
});
