-- Which of the objects that keep a goal from being met have records that cannot be read, and why: `[{"object": …, "reason": …}]`.
alter table playbook_run add column odd jsonb not null default '[]';
alter table playbook_verdict add column odd jsonb not null default '[]';
