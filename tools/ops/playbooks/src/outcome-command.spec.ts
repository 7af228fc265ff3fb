import { readOutcomeCommand } from './outcome-command';
import { outcomeLines } from './outcome-lines';

const VIEW = {
  id: 'r1.refund',
  runId: 'r1',
  stepId: 'refund',
  tool: 'shop.refund.create',
  code: 'timed_out',
  reason: 'no answer came',
  attempts: 5,
  status: 'open',
  looks: 0,
  unknownSince: '2026-03-02T10:00:00.000Z',
  lookAt: null,
  outcome: null,
  settledBy: null,
  settledAt: null,
} as const;

describe('npm run outcomes', () => {
  it('lists, shows and settles', () => {
    expect(
      [[], ['list', '--json'], ['show', 'a'], ['settle', 'a', '--done'], ['settle', 'a', '--not-done']].map(
        readOutcomeCommand,
      ),
    ).toEqual([
      { base: null, json: false, command: { command: 'list' } },
      { base: null, json: true, command: { command: 'list' } },
      { base: null, json: false, command: { command: 'show', id: 'a' } },
      { base: null, json: false, command: { command: 'settle', id: 'a', outcome: 'done' } },
      { base: null, json: false, command: { command: 'settle', id: 'a', outcome: 'not_done' } },
    ]);
  });

  it.each([
    [['settle', 'a'], 'say --done or --not-done'],
    [['settle', 'a', '--done', '--not-done'], 'say --done or --not-done'],
    [['settle', '--done'], 'name the ID'],
    [['show'], 'name the ID'],
    [['show', 'a', '--done'], '"show" takes no --done'],
    [['list', 'a'], '"a" is too much'],
    [['undo', 'a'], 'there is no "undo"'],
  ])('%j is refused by name', (parameters, problem) => {
    expect(() => readOutcomeCommand(parameters)).toThrow(problem);
  });

  it('says what is unknown, and who finds out', () => {
    expect(outcomeLines(VIEW)).toEqual([
      'r1.refund  shop.refund.create',
      '  unknown since 2026-03-02 10:00 UTC, after 5 requests: timed_out, no answer came',
      '  the vendor cannot be asked: somebody has to look there, and `settle` it',
    ]);
    const lookAt = '2026-03-02T10:05:00.000Z';
    expect(outcomeLines({ ...VIEW, status: 'looked_up', looks: 1, lookAt }).at(-1)).toBe(
      '  the vendor has been asked once and is asked again at 2026-03-02 10:05 UTC',
    );
    const settled = { status: 'settled', outcome: 'not_done', settledBy: 'operator', settledAt: lookAt } as const;
    expect(outcomeLines({ ...VIEW, ...settled }).at(-1)).toBe(
      '  it was not done, as operator said at 2026-03-02 10:05 UTC',
    );
  });
});
