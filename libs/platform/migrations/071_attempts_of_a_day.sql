-- A day that ended in error may be begun anew: which attempt of its day a run is.
alter table playbook_run add column attempt integer not null default 1;
