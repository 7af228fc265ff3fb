-- What an action that waits for a yes would do, so that the gateway finds those that another conversation has done.
alter table action_history add column deed text collate "C";
create index action_history_waiting on action_history (tenant, deed) where status = 'suspended';
grant select on action_history to arbiter_action_gateway;
