-- A customer's data key, wrapped by the master key. Deleting the row erases the person.
create table customer_key (
  tenant      text not null,
  customer_id text not null,
  key_id      text not null,
  wrapped     bytea not null,
  created_at  timestamptz not null default now(),
  primary key (tenant, customer_id)
);
