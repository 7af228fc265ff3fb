-- A service changes its own rows of the tables that services share, and reads the streams that concern it: its own, those of the events that it
-- acts on (libs/contracts/src/flow.ts), and which artifacts are active; ingress also what waits for a yes, which it shows. So one service in the wrong hands stops, delays and hides nothing of another's work.

-- What opens an interaction, without what was said: each service looks for those that never came to an end, whoever may read the rest of them.
create view opener as
  select stream_id, version, recorded_at, type, envelope::json ->> 'correlationid' as run_id, envelope::json ->> 'customerid' as customer_id,
         envelope::json #>> '{data,sessionId}' as session_id, envelope::json #>> '{data,playbook}' as playbook, envelope::json #>> '{data,day}' as day
  from event
  where starts_with(type, 'arbiter.turn.received.') or starts_with(type, 'arbiter.run.submitted.')
     or starts_with(type, 'arbiter.playbook.submitted.') or starts_with(type, 'arbiter.playbook.asked.')
     or starts_with(type, 'arbiter.run.requested.') and stream_id like 'session-%-~706c6179626f6f6b2e%';

alter table due enable row level security;
alter table outbox enable row level security;
alter table replica enable row level security;
alter table partition_owner enable row level security;
alter table failed_delivery enable row level security;
alter table heartbeat enable row level security;
alter table republication enable row level security;

drop policy everybody_reads on event;
create policy all_is_read on event for select to arbiter_telemetry, arbiter_archiver, arbiter_all using (true);
create policy all_is_read on due for select to arbiter_telemetry, arbiter_archiver using (true);
create policy all_is_read on outbox for select to arbiter_telemetry, arbiter_archiver using (true);
create policy all_is_read on republication for select to arbiter_telemetry using (true);

-- A process of all services appends for each of them.
create policy arbiter_all_keeps on due to arbiter_all using (stream_id ~ '^(turn|session|plan|run|action)-')
  with check (stream_id ~ '^(turn|session|plan|run|action)-' and category = split_part(stream_id, '-', 1));
create policy arbiter_all_writes on outbox for insert to arbiter_all
  with check (app in ('ingress', 'router', 'planner', 'executor', 'action-gateway'));

do $$
declare
  service record;
  shared name;
begin
  for service in
    select 'arbiter_' || replace(app, '-', '_') as role_name, rights.* from (values
      ('ingress',        '^(turn|link)-', '^(turn|link|session|run|action|artifact)-'),
      ('router',         '^session-',     '^(session|turn|run|action|artifact)-'),
      ('planner',        '^plan-',        '^(plan|session|run|artifact)-'),
      ('executor',       '^run-',         '^(run|turn|session|plan|action|artifact)-'),
      ('action-gateway', '^action-',      '^(action|turn|session|plan|run|artifact)-')
    ) as rights (app, written, read)
  loop
    execute format('grant select on opener to %I', service.role_name);
    execute format('create policy %I on event for select to %I using (stream_id ~ %L)', service.role_name || '_reads', service.role_name, service.read);
    execute format('create policy %I on due to %I using (stream_id ~ %L) with check (stream_id ~ %L and category = split_part(stream_id, ''-'', 1))',
                   service.role_name || '_keeps', service.role_name, service.written, service.written);
    execute format('create policy %I on failed_delivery to %I using (starts_with(durable, %L))',
                   service.role_name || '_keeps', service.role_name, service.app || '-');
    -- The facts of the migration job are published by ingress.
    execute format('create policy %I on outbox to %I using (app = any(%L))', service.role_name || '_keeps', service.role_name,
                   case service.app when 'ingress' then '{ingress,migrate}' else array[service.app]::text end);
    foreach shared in array array['replica', 'partition_owner', 'heartbeat', 'republication']::name[] loop
      execute format('create policy %I on %I to %I using (app = %L)', service.role_name || '_keeps', shared, service.role_name, service.app);
    end loop;
  end loop;
  foreach shared in array array['provider-gateway', 'telemetry']::name[] loop
    execute format('create policy %I on heartbeat to %I using (app = %L)', 'arbiter_' || replace(shared, '-', '_') || '_keeps',
                   'arbiter_' || replace(shared, '-', '_'), shared);
  end loop;
end $$;

-- No release reads it any more.
drop table broker_life;
