-- The instances of the tenants' playbooks, one a day, with how far each has come. Objects stand here by their ids, and nobody is named.
create table playbook_run (
  run_id       text        collate "C" not null primary key,
  tenant       text        collate "C" not null,
  playbook     text        collate "C" not null,
  day          date        not null,
  attempt      integer     not null default 1,      -- of its day: one that ended in error may be begun anew
  status       text        not null,
  code         text,
  pause        integer     not null default 0,
  paused       jsonb,                               -- why, and for what it waits, by names and numbers
  read         integer     not null,
  selected     integer     not null,
  kept         integer     not null,
  ended        jsonb       not null,
  not_done     jsonb       not null default '[]',   -- objects, each with how its branch ended and why; at most a hundred of a kind
  verdict      text,
  objects      integer     not null,
  acknowledged jsonb       not null,
  failing      jsonb       not null,
  odd          jsonb       not null default '[]',   -- of failing those whose records cannot be read, and why: [{object, reason}]
  requested_at timestamptz not null,
  completed_at timestamptz
) with (fillfactor = 80);
create index playbook_run_day on playbook_run (tenant, playbook, day desc);

grant select, insert, update, truncate on playbook_run to arbiter_telemetry;
grant select on playbook_run to arbiter_ingress;
