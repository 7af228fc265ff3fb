-- The vectors of the texts that stand in artifacts, so that a restart reads them instead of making them again. What people write is not
-- kept. A vector that is lost is made anew.
create table embedding (
  model text not null,
  text_hash bytea not null check (octet_length(text_hash) = 32),
  vector bytea not null check (octet_length(vector) between 4 and 65536),
  made_at timestamptz not null default now(),
  primary key (model, text_hash)
);
grant select, insert, delete on embedding to arbiter_provider_gateway;
