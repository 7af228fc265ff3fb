-- The stages of an interaction. Rows are only ever added, each with its own time. They are found by their interaction, in the order of the log, and
-- nothing looks one up by its number: a key would be an index entry a stage, fourteen a run, for nothing.
create sequence stage_order;

create table stage (
  sequence       bigint not null default nextval('stage_order'),  -- the order of the log
  tenant         text  not null,
  interaction_id text  collate "C" not null,
  session_id     text  collate "C" not null,
  stage          text  not null,
  level          text  not null,
  timestamp      timestamptz not null,
  payload        jsonb not null
) partition by range (timestamp);
create table stage_default partition of stage default;
create index stage_interaction on stage (interaction_id, sequence);
select make_partitions('stage', null, 4);

grant select, insert, update, truncate on stage to arbiter_telemetry;
grant usage on sequence stage_order to arbiter_telemetry;
