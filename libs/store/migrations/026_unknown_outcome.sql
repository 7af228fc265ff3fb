-- Actions of which it is unknown whether their effect took place, with what became of them: what an operator has to find out.
create table unknown_outcome (
  action_id     text        collate "C" not null primary key,
  tenant        text        collate "C" not null,
  run_id        text        collate "C" not null,
  step_id       text        collate "C" not null,
  tool          text        not null,
  code          text        not null,
  reason        text        not null,
  attempts      integer     not null,
  status        text        not null,
  looks         integer     not null,
  unknown_since timestamptz not null,
  look_at       timestamptz,              -- when the vendor is asked next; null: a person must look
  outcome       text,
  settled_by    text,
  settled_at    timestamptz
) with (fillfactor = 80);
create index unknown_outcome_left on unknown_outcome (tenant, unknown_since, action_id) where status <> 'settled';

grant select, insert, update, truncate on unknown_outcome to arbiter_telemetry;
grant select on unknown_outcome to arbiter_ingress;
