-- Kinds of facts that a read model was folded without, because the release that folded it could not read them. One that can makes
-- the model again, and says from time to time that it is there: an older one beside it leaves such facts to it then.
create table read_model_gap (
  model   text    not null,
  type    text    not null,
  is_open boolean not null default true,          -- the model has not been made again since
  noted_at timestamptz not null default now(),    -- when it was last folded without one
  read_at timestamptz,                            -- when a process that can read it was last there
  primary key (model, type)
) with (fillfactor = 50);

grant select, insert, update, delete on read_model_gap to arbiter_telemetry;
