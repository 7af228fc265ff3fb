-- A paused instance, and why: for what it waits stands here by names and numbers, and nobody is named.
alter table playbook_run add column pause integer not null default 0, add column paused jsonb;
