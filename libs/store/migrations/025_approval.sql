-- What playbooks want to do and wait for a yes to, with what became of it. Objects stand here by their ids; what would be done stands
-- sealed in the log, at the place that is named.
create table approval (
  action_id   text        collate "C" not null primary key,
  tenant      text        collate "C" not null,
  playbook    text        collate "C" not null,
  day         date        not null,
  run_id      text        collate "C" not null,
  branch_id   text        collate "C" not null,
  asked_in    integer     not null,
  object      text        not null,
  binding     text        not null,
  status      text        not null,
  decision    text,
  code        text,
  answered_by text,
  asked_at    timestamptz not null,
  expires_at  timestamptz not null,
  answered_at timestamptz,
  ended_at    timestamptz
) with (fillfactor = 80);
create index approval_open on approval (tenant, asked_at desc, action_id desc) where status = 'open';
create index approval_waiting on approval (run_id) where status = 'open';

grant select, insert, update, truncate on approval to arbiter_telemetry;
grant select on approval to arbiter_ingress;
