-- Read models: folds of the log, each of which can be dropped and made again. They hold redactions, nothing personal.

-- How far each of them has come; committed together with its rows.
create table checkpoint (
  name           text    primary key,
  generation     integer not null default 0,
  transaction_id xid8    not null default '0',
  position       bigint  not null default 0
);

create table thread_view (
  tenant           text  collate "C" not null,
  thread_id        text  collate "C" not null,
  session_id       text  collate "C" not null,
  intent_id        text,
  slots            jsonb not null,  -- by name, every value redacted
  status           text  not null,
  pending_question jsonb,           -- {key, expectedType, askedAtMessageId}
  summary          text  not null,
  run_id           text,            -- the run that works on it, or did last
  message_id       text,            -- the message that run answers
  last_activity_at timestamptz not null,
  primary key (tenant, thread_id)
) with (fillfactor = 80);
create index thread_view_session on thread_view (tenant, session_id, last_activity_at);

create table plan_view (
  run_id           text  collate "C" primary key,
  tenant           text  not null,
  plan_hash        text  collate "C",  -- null: what was asked for did not compile
  session_id       text  not null,
  thread_id        text,
  intent_id        text,
  template         text,
  template_version text,
  steps            jsonb not null,     -- [{id, type, title, tool, dependsOn, optional}]
  fallback         boolean not null,
  rejection        text,
  decided_at       timestamptz not null
);

create table run_view (
  run_id       text  collate "C" primary key,
  tenant       text  not null,
  session_id   text  collate "C" not null,
  thread_id    text,
  channel      text  not null,
  message_id   text,
  intent_id    text,
  template     text,
  plan_hash    text,
  artifacts    text  not null,
  status       text  not null,     -- running, suspended, cancelling; then as rag.done has it: ok, cancelled, error
  code         text,
  header       jsonb not null,     -- {steps: [{stepId, title, status, error?, startedAt?, endedAt?}]}
  question     jsonb,              -- {key, expectedType}: what the reply asks
  fallback     boolean not null,
  started_at   timestamptz not null,
  completed_at timestamptz
) with (fillfactor = 80);

create table action_log (
  action_id     text  collate "C" primary key,
  tenant        text  not null,
  run_id        text  collate "C" not null,
  step_id       text  not null,
  session_id    text,
  thread_id     text,
  plan_hash     text  collate "C",
  tool          text  not null,
  risk_class    text,
  status        text  not null,    -- requested, then the last thing that happened to it
  attempts      integer not null,
  key_hash      text,              -- SHA-256 of the idempotency key: the key itself names what the action lands on
  checks        jsonb,
  code          text,
  recovered     boolean not null,
  requested_at  timestamptz,
  dispatched_at timestamptz,
  completed_at  timestamptz
) with (fillfactor = 80);
create index action_log_run on action_log (run_id);

create table stage (
  sequence       bigint generated always as identity primary key,  -- the order of the log
  tenant         text  not null,
  interaction_id text  collate "C" not null,
  session_id     text  collate "C" not null,
  stage          text  not null,
  level          text  not null,
  timestamp      timestamptz not null,
  payload        jsonb not null
);
create index stage_interaction on stage (interaction_id, sequence);

-- What the stage `received` says of its session.
create table session_memory (
  tenant            text  collate "C" not null,
  session_id        text  collate "C" not null,
  history_count     integer not null,
  params_keys       jsonb not null,
  waiting_for_param text,
  waiting_thread    text,
  primary key (tenant, session_id)
) with (fillfactor = 80);

-- What may go once a run is long over: the pieces of its prose, which its finished message holds whole.
create index ui_log_prunable on ui_log (created_at) where body like '%"type":"rag.token"%';
