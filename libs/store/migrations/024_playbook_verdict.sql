-- Whether the objective of a playbook held, each time it was looked at: after an instance, or by a schedule of its own. Objects stand here by
-- their ids, and nobody is named.
create table playbook_verdict (
  run_id       text        collate "C" not null primary key,
  tenant       text        collate "C" not null,
  playbook     text        collate "C" not null,
  day          date        not null,
  at           timestamptz not null,
  judged_by    text        not null,
  verdict      text        not null,
  objects      integer     not null,
  acknowledged jsonb       not null,
  failing      jsonb       not null,
  odd          jsonb       not null default '[]'   -- as in playbook_run
);
create index playbook_verdict_day on playbook_verdict (tenant, playbook, day desc, at desc);

grant select, insert, update, truncate on playbook_verdict to arbiter_telemetry;
grant select on playbook_verdict to arbiter_ingress;
