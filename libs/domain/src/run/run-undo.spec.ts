import { stepOrigin, type Fact, type RecordedOf } from '@arbiter/contracts';
import {
  begun,
  cancelReceived,
  cancelled,
  due,
  failed,
  headerOf,
  rejected,
  succeeded,
  suspended,
  typesOf,
  unknown,
  approved,
} from '../fixtures/run-story';
import { MATCH, RECORD, THANK, notUndone, sagaBundleWith, undone } from '../fixtures/saga-story';
import { incoming } from '../specification';

const saga = (steps = [MATCH, RECORD, THANK]) => begun(sagaBundleWith(steps));
const matched = () => saga().when(succeeded('match', { id: 'M-1' }));
const recorded = () => matched().when(succeeded('record', { id: 'R-1' }));
const undosIn = (facts: readonly Fact[]) =>
  facts.flatMap((fact) => (fact.name === 'action.requested' && fact.data.origin.kind === 'undo' ? [fact.data] : []));

describe('a run that stops after it did something (SG-01, R11)', () => {
  it('undoes that before it ends, by the tool and the arguments that its plan gives', () => {
    const stopped = matched().when(failed('record', 'month_closed'));
    const asked = stopped.thenNamed('step.completed', 'action.requested').fact('action.requested');
    expect(asked).toMatchObject({
      actionId: 'run-1.match.undo',
      stepId: 'match',
      origin: { kind: 'undo', of: 'run-1.match' },
      tool: 'ledger.match.discard',
      args: { match: 'M-1' },
    });
    const ended = stopped.when(undone('match')).thenNamed('step.completed', 'run.completed');
    expect(headerOf(ended.fact('run.completed'))).toBe('match: compensated, record: failed, thank: skipped');
    expect(ended.fact('run.completed')).toMatchObject({ status: 'error', code: 'month_closed' });
    expect(ended.fact('run.completed').reply).toContain('Undone: Match the payment.');
  });

  it('goes backwards, a step after everything that came after it', () => {
    const stopped = recorded().when(rejected('thank'));
    expect(undosIn(stopped.decided).map(({ tool, args }) => [tool, args])).toEqual([
      ['ledger.payment.delete', { record: 'R-1' }],
    ]);
    const next = stopped.when(undone('record'));
    expect(undosIn(next.decided).map(({ tool, args }) => [tool, args])).toEqual([
      ['ledger.match.discard', { match: 'M-1' }],
    ]);
    const ended = next.when(undone('match'));
    expect(headerOf(ended.fact('run.completed'))).toBe('match: compensated, record: compensated, thank: rejected');
    expect(ended.fact('run.completed').status).toBe('cancelled');
  });

  it('undoes side by side what does not stand on each other', () => {
    const other = { ...MATCH, id: 'other', title: 'Match the other' };
    const both = saga([MATCH, other, { ...RECORD, dependsOn: ['match', 'other'] }])
      .when(succeeded('match', { id: 'M-1' }))
      .when(succeeded('other', { id: 'M-2' }))
      .when(failed('record'));
    expect(undosIn(both.decided).map(({ args }) => args)).toEqual([{ match: 'M-1' }, { match: 'M-2' }]);
  });

  it('waits for what is in flight, and undoes it when it came too late to be stopped', () => {
    const stopping = matched().when(cancelReceived());
    expect(undosIn(stopping.decided)).toEqual([]);
    stopping.when(due('cancel')).thenIgnored('compensating');
    const late = stopping.when(succeeded('record', { id: 'R-1' }));
    expect(undosIn(late.decided).map(({ tool }) => tool)).toEqual(['ledger.payment.delete']);
    expect(undosIn(stopping.when(cancelled('record')).decided).map(({ tool }) => tool)).toEqual([
      'ledger.match.discard',
    ]);
  });

  it('leaves what may stand, and what that stands on, to a person', () => {
    const unsure = recorded().when(unknown('thank'));
    unsure.thenNamed('step.completed', 'run.completed');
    expect(headerOf(unsure.fact('run.completed'))).toBe('match: completed, record: completed, thank: unknown');
    const refused = recorded().when(rejected('thank')).when(notUndone('record'));
    refused.thenNamed('step.completed', 'run.completed');
    expect(headerOf(refused.fact('run.completed'))).toBe(
      'match: completed, record: compensation_failed, thank: rejected',
    );
    expect(refused.fact('run.completed').reply).toMatch(
      /Already done: Match the payment\. Could not be undone: Record the payment\./,
    );
  });

  it('keeps what its plan keeps, with all that it stands on', () => {
    const kept = saga([MATCH, { ...RECORD, onFailure: 'keep' }, THANK])
      .when(succeeded('match', { id: 'M-1' }))
      .when(succeeded('record', { id: 'R-1' }))
      .when(failed('thank'));
    kept.thenNamed('step.completed', 'run.completed');
    expect(headerOf(kept.fact('run.completed'))).toBe('match: completed, record: completed, thank: failed');
  });

  it('undoes a step whose result was not what was expected', () => {
    const odd = saga([{ ...MATCH, expect: 'result.sum == 5' }, RECORD]).when(succeeded('match', { id: 'M-1', sum: 4 }));
    expect(undosIn(odd.decided)).toMatchObject([{ args: { match: 'M-1' } }]);
    const ended = odd.when(undone('match')).fact('run.completed');
    expect([ended.status, ended.code, headerOf(ended)]).toEqual([
      'error',
      'unexpected_result',
      'match: compensated, record: skipped',
    ]);
  });

  it('asks for each undo once, and takes its end once', () => {
    const stopped = matched().when(failed('record'));
    stopped.when(cancelReceived()).thenNamed('run.cancelling');
    const ended = stopped.when(undone('match'));
    ended.when(undone('match')).thenIgnored('run_ended');
    stopped.when(succeeded('match', { id: 'M-1' })).thenIgnored('unknown_action');
  });

  it('says meanwhile that it is being undone, and is given up only after a day', () => {
    const stopped = matched().when(failed('record'));
    const header = stopped.shown.findLast(({ payload }) => payload['kind'] === 'execution_header');
    expect(JSON.stringify(header)).toContain('compensating');
    expect(typesOf(stopped.shown)).not.toContain('rag.done');
    const looked = stopped.when(due('watchdog')).fact('run.watched');
    expect(looked.at).toBe('2026-03-03T10:00:00.000Z');
  });

  it('waits for the yes that the policy wants for an undo', () => {
    const stopped = matched().when(failed('record'));
    const asks = suspended('match');
    const wanted = {
      ...asks,
      data: {
        ...asks.data,
        actionId: 'run-1.match.undo',
        origin: undone('match').data.origin,
        tool: 'ledger.match.discard',
      },
    } as RecordedOf<'action.suspended'>;
    const waiting = stopped.when(wanted).thenNamed('run.suspended');
    expect(waiting.fact('run.suspended')).toMatchObject({
      undoes: true,
      proposal: expect.stringContaining('→ The tool ledger.match.discard'),
    });
    const yes = approved('match');
    const going = waiting.when({ ...yes, data: { ...yes.data, actionId: 'run-1.match.undo' } });
    going.when(cancelReceived()).thenNamed('run.cancelling');
    expect(headerOf(going.when(undone('match')).fact('run.completed'))).toContain('match: compensated');
  });
});

describe('a stopped run that has ended (R7, R11)', () => {
  const unsure = () => matched().when(unknown('record'));
  const settled = (outcome: 'done' | 'not_done') =>
    incoming('action.settled', {
      actionId: 'run-1.record',
      runId: 'run-1',
      stepId: 'record',
      origin: stepOrigin('record'),
      tool: 'ledger.payment.record',
      outcome,
      settledBy: null,
      result: outcome === 'done' ? { id: 'R-1' } : null,
      settledAt: '2026-03-02T11:00:00.000Z',
    });

  it('undoes what turns out to be done, and what that stood on, and then tells it', () => {
    unsure().thenNamed('step.completed', 'run.completed');
    const known = unsure().when(settled('done')).thenNamed('step.completed', 'action.requested');
    expect(undosIn(known.decided)).toMatchObject([{ args: { record: 'R-1' } }]);
    const next = known.when(undone('record')).thenNamed('step.completed', 'action.requested');
    expect(undosIn(next.decided)).toMatchObject([{ args: { match: 'M-1' } }]);
    const told = next.when(undone('match')).thenNamed('step.completed', 'run.settled').fact('run.settled');
    expect(told.outcome).toBe('↺ Match the payment (undone)\n↺ Record the payment (undone)');
    expect(told).not.toHaveProperty('isUnsure');
  });

  it('undoes what stood on something that turns out not to be done', () => {
    const known = unsure().when(settled('not_done'));
    expect(undosIn(known.decided)).toMatchObject([{ args: { match: 'M-1' } }]);
    known.when(undone('match')).thenNamed('step.completed', 'run.settled');
  });

  it('undoes what becomes known while it still undoes something else', () => {
    const other = { ...MATCH, id: 'other', title: 'Match the other' };
    const both = saga([MATCH, other])
      .when(succeeded('match', { id: 'M-1' }))
      .when(unknown('other'));
    const known = { ...settled('done').data, stepId: 'other', actionId: 'run-1.other', result: { id: 'M-2' } };
    const over = both.when(incoming('action.settled', known)).when(undone('match'));
    over.thenNamed('step.completed', 'run.completed', 'action.requested');
    expect(undosIn(over.decided)).toMatchObject([{ args: { match: 'M-2' } }]);
  });
});

it('nothing is undone of a run that ends well', () => {
  const ended = recorded().when(succeeded('thank', {}));
  ended.thenNamed('step.completed', 'run.completed');
  expect(ended.fact('run.completed').status).toBe('ok');
});
