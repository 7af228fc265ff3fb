import {
  progressOf,
  type JudgedView,
  type NotDoneView,
  type PlaybookDayView,
  type PlaybookRunView,
  type ProgressPart,
} from '@arbiter/contracts';

const WIDTH = 30;

const PARTS: Readonly<Record<ProgressPart, { readonly mark: string; readonly word: string }>> = {
  done: { mark: '#', word: 'done' },
  waiting: { mark: '?', word: 'waiting for a yes' },
  failed: { mark: '!', word: 'failed' },
  unknown: { mark: '~', word: 'unknown' },
  held: { mark: '-', word: 'held' },
  cancelled: { mark: 'x', word: 'cancelled' },
  open: { mark: '.', word: 'to come' },
};
const STATUSES: Readonly<Record<string, string>> = {
  requested: 'asked for',
  queued: 'in the queue',
  running: 'under way',
  paused: 'paused',
  ok: 'ended',
  error: 'ended with an error',
  cancelled: 'stopped',
  skipped: 'skipped',
};
const NOT_DONE: Readonly<Record<NotDoneView['status'], string>> = {
  failed: 'failed',
  unknown: 'outcome unknown',
  held: 'held',
  kept: 'kept back',
};

/** `2026-11-23 under way [####??....] 5 of 10: 4 done, 2 waiting for a yes, 4 to come`. */
export function progressLine(run: PlaybookRunView): string {
  const { all, over, parts } = progressOf(run);
  const status = `${STATUSES[run.status] ?? run.status}${run.code === null ? '' : ` (${run.code})`}`;
  const counts = parts.map(({ part, objects }) => `${objects} ${PARTS[part].word}`);
  const kept = run.branches.kept > 0 ? [`${run.branches.kept} kept back`] : [];
  const summary = [...counts, ...kept].join(', ');
  return [`${run.day} ${status}`, barOf(run), all > 0 ? `${over} of ${all}: ${summary}` : summary]
    .filter((part) => part !== '')
    .join(' ');
}

/** Every part has a mark at least; the largest one absorbs the difference. */
export function barOf(run: Pick<PlaybookRunView, 'branches'>): string {
  const { all, parts } = progressOf(run);
  if (all === 0 || parts.length === 0) return '';
  const widths = parts.map(({ objects }) => Math.max(1, Math.floor((objects / all) * WIDTH)));
  const largest = widths.indexOf(Math.max(...widths));
  const missing = WIDTH - widths.reduce((sum, width) => sum + width, 0);
  const marks = parts.map(({ part }, index) =>
    PARTS[part].mark.repeat(widths[index]! + (index === largest ? missing : 0)),
  );
  return `[${marks.join('')}]`;
}

/** The objects that were not done and why, a line each, and the number of further ones. */
export function notDoneLines({ notDone, branches }: PlaybookDayView): readonly string[] {
  const all = branches.failed + branches.unknown + branches.held + branches.kept;
  const lines = notDone.map(
    ({ object, status, code, attention, reason }) =>
      `  ${object} ${attention === undefined ? NOT_DONE[status] : LOOK}${code === null ? '' : `: ${code}`}${reason === undefined ? '' : ` (${reason})`}`,
  );
  return all > notDone.length ? [...lines, `  and ${all - notDone.length} more`] : lines;
}

const LOOK = 'needs a person to look at it';

/** Why it is paused, the steps to take first, and the command that resumes it. */
export function pauseLines({ playbook, day, paused }: PlaybookDayView): readonly string[] {
  if (paused === null) return [];
  const { why, first, give } = paused;
  const options = Object.entries(give).map(([field, amount]) => ` --${field} ${amount}`);
  return [
    ...[why, ...first].map((line) => `  ${line}`),
    `  \`npm run playbooks -- resume ${playbook} ${day}${options.join('')}\` lets it go on`,
  ];
}

/** Whether the goal is met, with the objects that keep it from being met, and those whose records cannot be read. */
export const verdictLine = (judged: JudgedView): string =>
  [whetherMet(judged), ...(judged.odd ?? []).map(({ object, reason }) => `${object} cannot be read: ${reason}`)].join(
    '; ',
  );

function whetherMet({ verdict, objects, acknowledged, failing }: JudgedView): string {
  switch (verdict) {
    case 'holds':
      return `the goal holds for all ${objects}`;
    case 'acknowledged':
      return `the goal holds but for what is accepted: ${acknowledged.join(', ')}`;
    case 'fails':
      return `the goal fails for ${failing.join(', ')}`;
    case 'incomplete':
      return `whether the goal holds is not known: only ${objects} were read, and there are more${failing.length === 0 ? '' : `; it fails for ${failing.join(', ')}`}`;
  }
}
