import { Type, type Static } from 'typebox';
import { PlaybookSchedule } from '../artifacts/playbook';
import { AttentionCause, Attempt, Grants, JUDGES, PauseReason, VERDICTS } from '../playbook-run';
import { Closed, Instant, OneOf } from '../vocabulary';
import { Count, Day, Described, ListOf, Nullable, Text, Uuid } from './parts';

const judged = {
  verdict: OneOf(VERDICTS),
  objects: Count,
  acknowledged: ListOf(Text),
  failing: ListOf(Text),
  odd: Type.Optional(
    Described(
      ListOf(Closed({ object: Text, reason: Text })),
      'the failing objects whose records do not fit the schema of the tool that reads them, and why',
    ),
  ),
};

/** The verdict on the objects of a playbook. */
export const JudgedView = Closed(judged);
export type JudgedView = Readonly<Static<typeof JudgedView>>;

/** An object of an instance that is not done: its branch ended otherwise, or a constraint (its code) keeps it back. */
export const NotDoneView = Closed({
  object: Text,
  status: OneOf(['failed', 'unknown', 'held', 'kept']),
  code: Nullable(Text),
  reason: Type.Optional(Described(Text, 'what is wrong with its record')),
  attention: Type.Optional(
    Described(
      AttentionCause,
      'a person has to look: its plan did not foresee the failure, and there is no other plan (PL-18)',
    ),
  ),
});
export type NotDoneView = Readonly<Static<typeof NotDoneView>>;

const paused = { since: Instant, reasons: ListOf(PauseReason) };

/** PL-28: since when an instance waits to be resumed, and why. */
export const PausedView = Closed(paused);
export type PausedView = Readonly<Static<typeof PausedView>>;

/** PL-28: the same for a person: the reasons, the first steps, and how to resume it, in English. */
export const PausedDayView = Closed({
  ...paused,
  why: Text,
  first: Described(ListOf(Text), 'the steps that are needed elsewhere before it may go on'),
  next: Text,
  give: Described(Grants, 'the grants to send so that it can go on to its end, as far as they are known'),
});
export type PausedDayView = Readonly<Static<typeof PausedDayView>>;

const INSTANCE_STATUSES = ['queued', 'skipped', 'requested', 'running', 'paused', 'ok', 'cancelled', 'error'] as const;
export type InstanceStatus = (typeof INSTANCE_STATUSES)[number];

const instance = {
  runId: Uuid,
  playbook: Text,
  day: Day,
  attempt: Type.Optional(Attempt),
  status: OneOf(INSTANCE_STATUSES),
  code: Nullable(Text),
  paused: Described(Nullable(PausedView), 'PL-28: why it waits to be resumed, and since when'),
  branches: Described(
    Closed({
      read: Count,
      selected: Count,
      kept: Count,
      done: Count,
      failed: Count,
      held: Count,
      cancelled: Count,
      unknown: Count,
      open: Count,
      waiting: Count,
    }),
    'its objects by how their branches have ended; of the others, how many wait for an approval (`waiting`) or do not (`open`); `kept` are those that a constraint holds back',
  ),
  verdict: Nullable(JudgedView),
  requestedAt: Instant,
  completedAt: Nullable(Instant),
};

/** The state of a playbook's instance. */
export const PlaybookRunView = Closed(instance);
export type PlaybookRunView = Readonly<Static<typeof PlaybookRunView>>;

/** The same of one day, with the objects that are not done: the first of each kind. */
export const PlaybookDayView = Closed({
  ...instance,
  paused: Nullable(PausedDayView),
  notDone: ListOf(NotDoneView),
});
export type PlaybookDayView = Readonly<Static<typeof PlaybookDayView>>;

const look = { at: Instant, by: OneOf(JUDGES), runId: Uuid, verdict: OneOf(VERDICTS) };

/** When the objective of a playbook was looked at, and whether by an instance or by a schedule of its own. */
export const LookView = Closed(look);
export type LookView = Readonly<Static<typeof LookView>>;

/** The verdict of a day: the latest one counts. */
export const PlaybookVerdictView = Closed({
  day: Day,
  ...look,
  ...judged,
  earlier: Described(ListOf(LookView), 'the earlier ones with their times, the latest first'),
});
export type PlaybookVerdictView = Readonly<Static<typeof PlaybookVerdictView>>;

/** A playbook that is switched on, and when its next instance begins by itself. */
export const PlaybookView = Closed({
  playbook: Text,
  version: Text,
  title: Text,
  description: Text,
  schedule: Nullable(PlaybookSchedule),
  next: Nullable(Instant),
  events: Described(ListOf(Text), 'CloudEvents upon which an instance begins'),
  watch: Described(Nullable(PlaybookSchedule), 'when its objective is looked at besides'),
  nextVerdict: Nullable(Instant),
});
export type PlaybookView = Readonly<Static<typeof PlaybookView>>;

/** The instance that was asked for, and the run that carries it out. */
export const PlaybookSubmittedView = Closed({ requestId: Uuid, playbook: Text, day: Day });
export type PlaybookSubmittedView = Readonly<Static<typeof PlaybookSubmittedView>>;
