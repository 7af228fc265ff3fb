import { EVENT_NAMES, FLOW } from '@arbiter/contracts';
import { flowPicture } from './flow-picture';

const BEGIN = '<!-- flow:begin -->';
const END = '<!-- flow:end -->';

/** docs/flow.md: the picture, then the writer and the consumers of each event. */
export function flowPage(): string {
  const rows = EVENT_NAMES.map((name) => {
    const { producer, consumers, readAheadBy = [] } = FLOW[name];
    const apps = [...consumers.map(({ app }) => app), ...readAheadBy.map((app) => `${app} (reads ahead)`)];
    return `| \`${name}\` | ${producer ?? 'the migration job'} | ${apps.join(', ') || '–'} |`;
  });
  return `# How a turn travels

Written by \`npm run generate\` from \`libs/contracts/src/flow.ts\`.

${flowPicture()}

Solid arrows are events: facts in the event store, made known over the broker. Dotted arrows from router and executor are
asks for a proposal, which may fail without harm. Telemetry reads every event from the log.

| event | written by | acted on by |
|---|---|---|
${rows.join('\n')}
`;
}

/**
 * The text with the picture between its two flow markers; null when it has none. Throws when only one of them is there.
 */
export function withFlowPicture(text: string): string | null {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 && end < 0) return null;
  if (begin < 0 || end < begin) throw new Error(`README.md needs ${BEGIN} and, after it, ${END}; add the missing one`);
  return `${text.slice(0, begin + BEGIN.length)}\n${flowPicture()}\n${text.slice(end)}`;
}
