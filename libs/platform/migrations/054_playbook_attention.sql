-- The objects of an instance that a person has to look at, by their ids.
alter table playbook_run add column attention jsonb not null default '[]';
