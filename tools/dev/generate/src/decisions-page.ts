import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The rooms of the system, in the order of the page, and what stands in each. */
const ROOMS: Readonly<Record<string, string>> = {
  Structure: 'The repository, its rooms, its build and its tests.',
  Log: 'Events, streams, sealing, replay, retention, read models.',
  Delivery: 'Broker, shell, replicas, what happens in an outage.',
  Conversations: 'What a message means, which topic it belongs to, what was said.',
  Runs: 'Plans of a chat, their steps and their reports.',
  Playbooks: 'Work that begins by schedule, event or request.',
  Actions: 'The gateway, its checks, approvals and effects.',
  Artifacts: 'What a tenant writes, and how it is checked.',
  Models: 'Providers, prompts, prose, knowledge, what models may take.',
  Edges: 'HTTP, channels, links, the text of others.',
  Operating: 'Starting, watching and deploying it, and what it takes.',
};

interface DecisionRecord {
  readonly number: string;
  readonly file: string;
  readonly title: string;
  readonly day: string;
  readonly room: string;
  /** the numbers in its second line: earlier ones it changes or adds to, later ones have changed it */
  readonly related: readonly string[];
}

const FILE = /^(?<number>\d{4})-[a-z0-9-]+\.md$/;
const HEAD = /^# (?<number>\d{4}):? (?<title>.+)\n\n(?<day>\d{4}-\d\d-\d\d) · (?<room>\w+)(?<relations>[^]*?)\n\n/;
const LINK = /\[(\d{4})\]\(/g;

/**
 * docs/decisions/README.md: the records by room, each with those that it adds to and those that have changed it since.
 * Throws where a record does not begin as it has to, or names one that is not there.
 */
export function decisionsPage(root: string): string {
  const folder = join(root, 'docs/decisions');
  const records = readdirSync(folder)
    .filter((file) => file !== 'README.md')
    .toSorted()
    .map((file) => recordOf(file, readFileSync(join(folder, file), 'utf8')));
  const byNumber = new Map(records.map((record) => [record.number, record]));
  // sets, because two records may name each other
  const changedBy = new Map(records.map((record) => [record, new Set<DecisionRecord>()]));
  const changes = new Map(records.map((record) => [record, new Set<DecisionRecord>()]));
  for (const record of records)
    for (const number of record.related) {
      const other = byNumber.get(number);
      if (!other) throw new Error(`docs/decisions/${record.file} names ${number}, which is not there`);
      const [earlier, later] = number < record.number ? [other, record] : [record, other];
      changedBy.get(earlier)!.add(later);
      changes.get(later)!.add(earlier);
    }
  const rooms = Object.entries(ROOMS).map(([room, holds]) => {
    const rows = records
      .filter((record) => record.room === room)
      .map((record) => rowOf(record, changes.get(record)!, changedBy.get(record)!));
    return `## ${room}\n\n${holds}\n\n| record | since | adds to | status |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Decisions

Written by \`npm run generate\` from the records. Each is a short law of one matter and is in force, where others have changed it together with these; one
that another has taken the place of is deleted. Its second line has its day and its room, then the records that it changes or adds to. What was
measured for them is in [performance](../performance/changes.md).

${rooms.join('\n')}`;
}

function recordOf(file: string, text: string): DecisionRecord {
  const head = HEAD.exec(text)?.groups;
  const number = FILE.exec(file)?.groups?.['number'];
  if (!head || head['number'] !== number)
    throw new Error(`docs/decisions/${file}: begin with "# NUMBER TITLE", an empty line and "YYYY-MM-DD · ROOM"`);
  const { title, day, room, relations } = head as Record<'title' | 'day' | 'room' | 'relations', string>;
  if (!Object.hasOwn(ROOMS, room))
    throw new Error(`docs/decisions/${file}: no room "${room}"; name one of ${Object.keys(ROOMS).join(', ')}`);
  const related = [...new Set(Array.from(relations.matchAll(LINK), (match) => match[1]!))];
  return { number: number!, file, title, day, room, related };
}

function rowOf(
  { number, file, title, day }: DecisionRecord,
  earlier: ReadonlySet<DecisionRecord>,
  later: ReadonlySet<DecisionRecord>,
): string {
  const status = later.size === 0 ? 'in force' : `changed by ${linksTo(later)}`;
  return `| [${number}](${file}) ${title} | ${day} | ${linksTo(earlier)} | ${status} |`;
}

const linksTo = (records: ReadonlySet<DecisionRecord>): string =>
  [...records].map(({ number, file }) => `[${number}](${file})`).join(', ');
