import { conflict, retryable, terminal } from '@arbiter/contracts';
import { asArbiterError, failureOf, isPassing } from './failure';

const postgres = (code: string, constraint?: string) =>
  Object.assign(new Error('refused'), { code, ...(constraint ? { constraint } : {}) });

describe('the kind of an error', () => {
  it.each([
    ['08006', 'outage'],
    ['25006', 'outage'],
    ['28P01', 'outage'],
    ['3D000', 'outage'],
    ['42P01', 'outage'],
    ['42703', 'outage'],
    ['53100', 'outage'],
    ['53300', 'outage'],
    ['57P01', 'outage'],
    ['57P03', 'outage'],
    ['58030', 'outage'],
    ['XX001', 'outage'],
    ['40001', 'passing'],
    ['40P01', 'passing'],
    ['55P03', 'passing'],
    ['57014', 'passing'],
    ['22P02', 'input'],
    ['22021', 'input'],
    ['23502', 'input'],
    ['23514', 'input'],
    ['54000', 'input'],
  ])('SQLSTATE %s is of kind %s', (code, kind) => {
    expect(failureOf(postgres(code)).kind).toBe(kind);
  });

  it("a line of the UI log that another writer wrote is a conflict, any other key that is taken the input's own", () => {
    expect(failureOf(postgres('23505', 'ui_log_pkey')).kind).toBe('conflict');
    expect(failureOf(postgres('23505', 'ui_log_2026_11_pkey')).kind).toBe('conflict');
    expect(failureOf(postgres('23505', 'event_pkey')).kind).toBe('input');
  });

  it.each([
    [
      'a connection that is refused',
      Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' }),
      'postgres',
    ],
    ['a broken pipe, whose name has five letters', Object.assign(new Error('write'), { code: 'EPIPE' }), 'postgres'],
    ['a connection that ends', new Error('Connection terminated unexpectedly'), 'postgres'],
    ['a server that does not answer', new Error('Query read timeout'), 'postgres'],
    ['a broker that does not answer', Object.assign(new Error('timeout'), { name: 'TimeoutError' }), 'nats'],
    ['a publish without acknowledgement', retryable('publish_timed_out', 'nothing'), 'nats'],
    ['a master key that opens nothing', terminal('wrong_master_key', 'wrong'), 'keys'],
  ])('%s is an outage', (_, error, part) => {
    expect(failureOf(error)).toMatchObject({ kind: 'outage', part });
    expect(isPassing(error)).toBe(true);
  });

  it('our own errors say it themselves, and an unforeseen one is taken for an error of the input', () => {
    expect(
      [retryable('busy', ''), conflict('taken', ''), terminal('bad', ''), new TypeError('x'), 'text'].map(
        (error) => failureOf(error).kind,
      ),
    ).toEqual(['passing', 'conflict', 'input', 'fault', 'fault']);
  });

  it('in our words is retryable, a conflict or terminal', () => {
    expect(
      [postgres('53300'), postgres('23505', 'ui_log_pkey'), postgres('22P02'), new TypeError('x')].map(
        (error) => asArbiterError(error).kind,
      ),
    ).toEqual(['retryable', 'conflict', 'terminal', 'terminal']);
  });
});
