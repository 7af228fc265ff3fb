-- Read models: folds of the log, each of which can be dropped and made again. They hold redactions, nothing personal. Telemetry alone writes them.
-- How far each of them has come; committed together with its rows. One row a model, changed at every page: a hundred dead ones are as many pages
-- read for one.
create table checkpoint (
  name           text    primary key,
  generation     integer not null default 0,
  transaction_id xid8    not null default '0',
  position       bigint  not null default 0
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

grant select, insert, update, delete on checkpoint to arbiter_telemetry;
