import type { NotDoneView, Verdict } from '@arbiter/contracts';
import type { ProgressPart } from '@arbiter/contracts/instance-progress';

const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`;

/** What the pages of playbooks say. */
export const playbooksEn = {
  title: 'Playbooks',
  where: 'Where you are',
  toMain: 'Skip to the content',
  toChats: 'Chats',
  none: 'No playbook is switched on.',
  loading: 'One moment…',
  refresh: 'Look again',
  version: (version: string): string => `version ${version}`,
  schedule: (cron: string, zone: string): string => `Begins by schedule: ${cron} (${zone})`,
  next: 'Next',
  upon: (events: string): string => `Begins upon ${events}`,
  byHand: 'Begins by hand only.',
  goal: 'Whether the goal is met',
  neverLooked: 'It has not been looked at yet.',
  notLooked: 'not looked at',
  series: (all: number, holds: number, acknowledged: number, fails: number): string =>
    `The last ${days(all)}: the goal held on ${holds}, but for what is accepted on ${acknowledged}, and failed on ${fails}`,
  verdict: {
    holds: 'holds',
    acknowledged: 'holds but for what is accepted',
    fails: 'fails',
  } as Readonly<Record<Verdict, string>>,
  failing: 'Fails for',
  acknowledged: 'Accepted',
  days: 'Days',
  noDays: 'No day yet.',
  latest: 'Latest day',
  over: (over: number, all: number): string => `${over} of ${all} over`,
  part: {
    done: (count) => `${count} done`,
    waiting: (count) => `${count} waiting for a yes`,
    failed: (count) => `${count} failed`,
    unknown: (count) => `${count} with an unknown outcome`,
    held: (count) => `${count} held`,
    cancelled: (count) => `${count} stopped`,
    open: (count) => `${count} to come`,
  } as Readonly<Record<ProgressPart, (count: number) => string>>,
  kept: (count: number): string => `${count} kept back by a rule`,
  status: {
    requested: 'asked for',
    queued: 'in the queue',
    running: 'under way',
    ok: 'ended',
    error: 'ended with an error',
    cancelled: 'stopped',
    skipped: 'skipped',
  } as Readonly<Record<string, string>>,
  notDone: 'What is not done',
  object: 'Object',
  became: 'What became of it',
  cause: 'Why',
  outcome: {
    failed: 'failed',
    unknown: 'outcome unknown',
    held: 'held',
    kept: 'kept back',
  } as Readonly<Record<NotDoneView['status'], string>>,
  andMore: (count: number): string => `and ${count} more`,
  begin: 'Begin',
  beginDay: 'Day (today when left empty)',
  beginThis: (day: string): string => `Begin ${day}`,
  notBegun: 'It was not begun',
  unreachable: 'Arbiter does not answer at the moment.',
};

export type PlaybookWords = typeof playbooksEn;
