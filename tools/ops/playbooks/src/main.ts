import type { JudgedView, PlaybookDayView, PlaybookView } from '@arbiter/contracts';
import { approvalLines, momentOf } from './approval-lines';
import { readCommand, type PlaybookCommand } from './command';
import { PlaybookApi } from './playbook-api';
import { notDoneLines, pauseLines, progressLine, verdictLine } from './progress-line';
import { Screen } from './screen';
import { print, runCommand, say, systemAt } from './terminal';
import { watch } from './watch';

const MOST_DAYS = 14;
const MOST_PAGES = 20;

/** `npm run playbooks`: the exit code. */
async function main(): Promise<number> {
  const { base, command } = readCommand(process.argv.slice(2));
  return run(command, new PlaybookApi(systemAt(base), process.env['ARBITER_API_KEY'] ?? null));
}

function run(command: PlaybookCommand, api: PlaybookApi): Promise<number> {
  switch (command.command) {
    case 'list':
      return list(api);
    case 'show':
      if (command.day === null) return showDays(api, command.name);
      return command.watch ? watchDay(api, command.name, command.day) : showDay(api, command.name, command.day);
    case 'run':
      return begin(api, command);
    case 'resume':
      return resume(api, command);
    case 'approvals':
      return approvals(api);
    case 'answer':
      return answer(api, command);
  }
}

/** Each playbook with its next beginning, and the state of its latest day. */
async function list(api: PlaybookApi): Promise<number> {
  const playbooks = await api.playbooks();
  for (const playbook of playbooks) {
    const [latest] = await api.runs(playbook.playbook);
    print(`${playbook.playbook} ${playbook.version}  ${playbook.title}`);
    print(`  ${beginning(playbook)}`);
    print(`  ${latest ? progressLine(latest) : 'no day yet'}`);
  }
  if (playbooks.length === 0) print('no playbook is switched on');
  return 0;
}

function beginning({ schedule, next, events }: PlaybookView): string {
  const ways = [
    ...(schedule ? [`${schedule.cron} (${schedule.timeZone})${next === null ? '' : `, next ${momentOf(next)}`}`] : []),
    ...events.map((event) => `upon ${event}`),
  ];
  return ways.length === 0 ? 'begins by hand' : `begins ${ways.join(', ')}, or by hand`;
}

/** The latest days, each with its verdict. */
async function showDays(api: PlaybookApi, name: string): Promise<number> {
  const [runs, verdicts] = await Promise.all([api.runs(name), api.verdicts(name)]);
  const byDay = new Map(verdicts.map((verdict) => [verdict.day, verdict]));
  const days = [...new Set([...runs, ...verdicts].map(({ day }) => day))].toSorted().toReversed();
  for (const day of days.slice(0, MOST_DAYS)) {
    const found = runs.find((run) => run.day === day);
    print(found ? progressLine(found) : `${day} only looked at`);
    tellVerdict(byDay.get(day) ?? null);
  }
  if (days.length === 0) print('no day yet');
  return 0;
}

async function showDay(api: PlaybookApi, name: string, day: string): Promise<number> {
  const found = await api.run(name, day);
  print(progressLine(found));
  tellEnd(found);
  return 0;
}

async function begin(
  api: PlaybookApi,
  { name, day, watch: isWatched }: Extract<PlaybookCommand, { command: 'run' }>,
): Promise<number> {
  const begun = await api.begin(name, day);
  print(`${name} ${begun.day} is run ${begun.requestId}`);
  return isWatched ? watchDay(api, name, begun.day, begun.requestId) : 0;
}

async function resume(
  api: PlaybookApi,
  { name, day, give }: Extract<PlaybookCommand, { command: 'resume' }>,
): Promise<number> {
  await api.resume(name, day, give);
  print(`${name} ${day} goes on`);
  return 0;
}

/** `runId`: the attempt of the day that is watched; its latest one when left out. */
async function watchDay(api: PlaybookApi, name: string, day: string, runId?: string): Promise<number> {
  const { run: last, isStuck } = await watch(() => api.run(name, day), new Screen(process.stdout), undefined, runId);
  if (last) tellEnd(last);
  if (isStuck) say('nothing has changed for ten minutes; `show` tells how it stands later');
  const isWell = last?.status !== 'error' && last?.status !== 'cancelled' && last?.code !== 'branches_failed';
  return isStuck || !isWell ? 1 : 0;
}

function tellEnd(run: PlaybookDayView): void {
  for (const line of notDoneLines(run)) print(line);
  for (const line of pauseLines(run)) print(line);
  if (run.branches.waiting > 0) print('  `npm run playbooks -- approvals` tells what waits for a yes');
  tellVerdict(run.verdict);
}

function tellVerdict(found: JudgedView | null): void {
  if (found) print(`  ${verdictLine(found)}`);
}

async function approvals(api: PlaybookApi): Promise<number> {
  let [after, listed]: [string | null, number] = [null, 0];
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await api.approvals(after);
    for (const line of page.approvals.flatMap(approvalLines)) print(line);
    listed += page.approvals.length;
    ({ after } = page);
    if (after === null) break;
  }
  if (listed === 0) print('nothing waits for a yes');
  if (after !== null) say(`there are more than these ${listed}; answer some and ask again`);
  return 0;
}

/** The question is printed above the answer. */
async function answer(
  api: PlaybookApi,
  { id, decision, reason }: Extract<PlaybookCommand, { command: 'answer' }>,
): Promise<number> {
  const asked = await api.approval(id);
  await api.answer(id, decision, reason);
  for (const line of approvalLines(asked)) print(line);
  print(decision === 'approve' ? 'approved' : 'rejected');
  return 0;
}

runCommand('playbooks', main);
