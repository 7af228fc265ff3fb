-- The chats of a person, the latest first. Whose it is stands there as a digest: a read model names nobody.
create table session_view (
  tenant        text    collate "C" not null,
  customer_hash text    collate "C" not null,  -- SHA-256 of the tenant and the customer
  session_id    text    collate "C" not null,
  channel       text    not null,              -- of the latest message
  received_at   timestamptz not null,
  primary key (tenant, customer_hash, session_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
create index session_view_latest on session_view (tenant, customer_hash, received_at, session_id);

grant select, insert, update, truncate on session_view to arbiter_telemetry;
grant select on session_view to arbiter_ingress;
