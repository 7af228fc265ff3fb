import type { Accepted } from '../load/accepted';
import type { ActionRow, Evidence, RunRow } from './evidence';
import { isWhole, judge, type Faults } from './judge';
import { NO_FAULTS } from './no-faults';

const accepted = (requestId: string, orderNumber: string | null = null): Accepted => ({
  requestId,
  what: 'run',
  orderNumber,
});
const run = (runId: string, changes: Partial<RunRow> = {}): RunRow => ({
  runId,
  receivedAt: 0,
  lines: 5,
  lastSeq: 5,
  ends: 1,
  doneAt: 10,
  wasSuspended: false,
  ...changes,
});
const action = (runId: string, ...facts: readonly string[]): ActionRow => ({
  actionId: `${runId}.refund`,
  runId,
  facts: facts.map((fact) => `action.${fact}`),
});
const effects = (...orders: readonly string[]): Evidence['ledger'] =>
  orders.map((orderNumber, index) => ({ sequence: index + 1, orderNumber }));
const evidence = (changes: Partial<Evidence>): Evidence => ({
  runs: [run('r1')],
  actions: [],
  ledger: [],
  deadLetters: 0,
  skipped: 0,
  ...changes,
});

const faultsOf = (changes: Partial<Evidence>, ...all: readonly Accepted[]): Faults =>
  judge(all.length > 0 ? all : [accepted('r1', '1003')], evidence(changes), []).faults;

describe('the judgement of a soak', () => {
  it('finds nothing where every run has one end and every effect its action', () => {
    const faults = faultsOf({ actions: [action('r1', 'dispatched', 'succeeded')], ledger: effects('1003') });
    expect(faults).toEqual(NO_FAULTS);
    expect(isWhole(faults)).toBe(true);
  });

  it('counts what was accepted once, however often it was sent', () => {
    expect(judge([accepted('r1'), accepted('r1')], evidence({}), [])).toMatchObject({ accepted: 1, answered: 1 });
  });

  it.each([
    ['without an end', { runs: [run('r1', { ends: 0, doneAt: null })] }],
    ['of which the log knows nothing', { runs: [] }],
  ])('calls a run lost %s', (_, changes) => {
    const faults = faultsOf(changes);
    expect(faults).toEqual({ ...NO_FAULTS, lost: ['r1'] });
    expect(isWhole(faults)).toBe(false);
  });

  it('names the disturbance after which something did not take work again', () => {
    const spells = [
      { name: 'NATS killed', ready: null },
      { name: 'Redis killed', ready: 1 },
    ];
    const { faults } = judge([accepted('r1')], evidence({}), spells);
    expect(faults).toEqual({ ...NO_FAULTS, notReady: ['NATS killed'] });
  });

  it('calls a run doubled that ended twice', () => {
    expect(faultsOf({ runs: [run('r1', { ends: 2 })] })).toEqual({ ...NO_FAULTS, doubled: ['r1'] });
  });

  it('sees that a number is missing', () => {
    expect(faultsOf({ runs: [run('r1', { lastSeq: 6 })] })).toEqual({ ...NO_FAULTS, seqGaps: ['r1'] });
  });

  it('sees two effects of one action', () => {
    expect(
      faultsOf({ actions: [action('r1', 'dispatched', 'succeeded')], ledger: effects('1003', '1003') }),
    ).toMatchObject({ effectsTwice: ['1003'] });
  });

  it('lets each of two runs refund a part of one order, and no third part', () => {
    const both = [accepted('r1', '1003'), accepted('r2', '1003')];
    const changes = {
      runs: [run('r1'), run('r2')],
      actions: [action('r1', 'dispatched', 'succeeded'), action('r2', 'dispatched', 'succeeded')],
    };
    expect(faultsOf({ ...changes, ledger: effects('1003', '1003') }, ...both)).toEqual(NO_FAULTS);
    expect(faultsOf({ ...changes, ledger: effects('1003', '1003', '1003') }, ...both)).toMatchObject({
      effectsTwice: ['1003'],
    });
  });

  it.each([
    ['was rejected', ['suspended', 'rejected']],
    ['still waits', ['suspended']],
    ['was sent without the yes it needs', ['suspended', 'dispatched', 'succeeded']],
    ['was denied', ['denied']],
  ])('calls an effect unasked whose action %s', (_, facts) => {
    expect(faultsOf({ actions: [action('r1', ...facts)], ledger: effects('1003') })).toMatchObject({
      unasked: ['1003'],
    });
  });

  it('calls an effect unasked that no run wanted', () => {
    expect(faultsOf({ ledger: effects('1004') })).toMatchObject({ unasked: ['1004'] });
  });

  it('does not believe a success without an effect', () => {
    expect(faultsOf({ actions: [action('r1', 'dispatched', 'succeeded')] })).toEqual({
      ...NO_FAULTS,
      untrue: ['1003'],
    });
  });

  it('does not believe a failure that had an effect', () => {
    expect(faultsOf({ actions: [action('r1', 'dispatched', 'failed')], ledger: effects('1003') })).toMatchObject({
      effectsTwice: ['1003'],
    });
  });

  it.each([[effects()], [effects('1003')]])('leaves open an outcome that is reported as unknown', (ledger) => {
    expect(faultsOf({ actions: [action('r1', 'dispatched', 'unknown')], ledger })).toEqual(NO_FAULTS);
  });
});
