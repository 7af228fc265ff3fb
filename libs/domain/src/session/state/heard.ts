import type { EventData, PastLine } from '@arbiter/contracts';

/** One line of a chat; `requestId` is the turn that it belongs to, or whose topic it answers. */
export interface Heard extends PastLine {
  readonly requestId: string;
}

/** The number of lines that the longest window can hold, and how much of the beginning of each is kept. */
const MOST_LINES = 60;
const LONGEST_LINE = 500;

/** Remembers a text that a model was asked about. The parts of one message are one line. */
export function hear(heard: readonly Heard[], data: EventData<'intent.requested'>): readonly Heard[] {
  const requestId = data.partOf ?? data.requestId;
  const known = heard.find((line) => line.by === 'person' && line.requestId === requestId);
  if (known?.text.includes(data.text.slice(0, LONGEST_LINE))) return heard;
  return known
    ? heard.map((line) => (line === known ? { ...line, text: shortened(`${line.text} ${data.text}`) } : line))
    : withLine(heard, { by: 'person', requestId, text: shortened(data.text) });
}

/** How a topic ended. */
export const hearOutcome = (
  heard: readonly Heard[],
  { threadId, outcome }: EventData<'thread.followed'>,
): readonly Heard[] =>
  outcome === '' ? heard : withLine(heard, { by: 'assistant', requestId: threadId, text: shortened(outcome) });

const withLine = (heard: readonly Heard[], line: Heard): readonly Heard[] => [...heard.slice(1 - MOST_LINES), line];
const shortened = (text: string): string => text.slice(0, LONGEST_LINE);
