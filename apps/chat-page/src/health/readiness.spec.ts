import { readinessOf } from './readiness';

const said = (problems: unknown) => JSON.stringify({ ready: false, problems });

describe('readiness', () => {
  it('is well when it takes work at once, and slow when that takes long', () => {
    expect(readinessOf(true, 'ok', 12)).toEqual({ state: 'well', parts: [] });
    expect(readinessOf(true, 'ok', 900)).toEqual({ state: 'slow', parts: [] });
  });

  it('names what is away, each part once', () => {
    const problems = [
      { part: 'postgres', detail: 'no connection' },
      { part: 'nats' },
      { part: 'postgres', detail: 'read-only' },
    ];
    expect(readinessOf(false, said(problems), 12)).toEqual({ state: 'closed', parts: ['postgres', 'nats'] });
  });

  it.each(['not ready', '', '[]', 'null', said('x'), said([{}]), said([{ part: 3 }])])(
    'is closed without a reason when it says %s',
    (body) => {
      expect(readinessOf(false, body, 12)).toEqual({ state: 'closed', parts: [] });
    },
  );
});
