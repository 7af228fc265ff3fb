-- Artifact bundles by the hash of their canonical JSON.
create table artifact (
  hash       text primary key,
  tenant     text not null,
  body       text not null,
  created_at timestamptz not null default now()
);

grant select on artifact to arbiter_service;
