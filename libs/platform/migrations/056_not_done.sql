-- The objects of an instance that are not done, each with how its branch ended and why; at most a hundred of a kind.
alter table playbook_run add column not_done jsonb not null default '[]';
