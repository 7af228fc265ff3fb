import { readOptions } from './options';

describe('the options of telemetry', () => {
  const sinksOf = (ARBITER_TRACE_SINKS?: string) =>
    readOptions({ ARBITER_TRACE_SINKS, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }).traceSinks;

  it('keep the trace of agents in the database unless told otherwise (TL-08)', () => {
    expect([sinksOf(), sinksOf('')]).toEqual([['postgres'], ['postgres']]);
  });

  it('name sinks once each, in any order and with spaces (TL-08)', () => {
    expect(sinksOf('otlp, stdout,otlp')).toEqual(['stdout', 'otlp']);
  });

  it.each(['file', 'postgres,', 'Postgres'])('refuse the sinks "%s" by name, with those that there are', (sinks) => {
    expect(() => sinksOf(sinks)).toThrow(/ARBITER_TRACE_SINKS is .*postgres, stdout, otlp/);
  });

  it('refuse spans that would go nowhere, and name the variable to set', () => {
    expect(() => readOptions({ ARBITER_TRACE_SINKS: 'otlp' })).toThrow(/set OTEL_EXPORTER_OTLP_ENDPOINT/);
  });
});
