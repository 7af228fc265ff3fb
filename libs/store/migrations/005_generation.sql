-- Which life of the log this is; a restore bumps it, so that readers with a checkpoint from before start over.
create table generation (only_row boolean primary key default true check (only_row), generation integer not null);
insert into generation values (true, 1);

grant select on generation to arbiter_service;
