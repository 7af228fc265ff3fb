-- Every attempt of every call of a model: who was asked, for what, and what it took. provider-gateway adds rows, many at a time, and may do
-- nothing else with them. Null is unknown, not nothing. Nothing of what was said is here.
create table model_call (
  call_id       uuid        not null,
  started_at    timestamptz not null,
  tenant        text        not null,
  run_id        text,
  step_id       text,
  action_id     text,
  ask_id        text        not null,
  purpose       text        not null,
  class         text,
  tier          text        not null,
  wished        text,
  provider      text        not null,
  model         text        not null,
  attempt       integer     not null,
  input_tokens  bigint,
  cached_tokens bigint,
  output_tokens bigint,
  microdollars  bigint,
  milliseconds  integer     not null,
  outcome       text        not null,
  failure       text,
  primary key (call_id, started_at)
) partition by range (started_at);
create table model_call_default partition of model_call default;
create index model_call_run on model_call (run_id, started_at);
select make_partitions('model_call', null, 4);

grant insert on model_call to arbiter_provider_gateway;
grant select on model_call to arbiter_telemetry;
