import type { EventData, PastLine } from '@arbiter/contracts';
import { excerpt } from '../../language';

/** One line of a chat; `requestId` is the turn that it belongs to, or whose topic it answers. */
export interface TranscriptLine extends PastLine {
  readonly requestId: string;
}

/** The number of lines that the longest window can hold, and how much of the beginning of each is kept. */
const MOST_LINES = 60;
const LONGEST_LINE = 500;

/** Remembers a text that a model was asked about. The parts of one message are one line. */
export function withPersonLine(
  heard: readonly TranscriptLine[],
  data: EventData<'intent.requested'>,
): readonly TranscriptLine[] {
  const { text, personal = [] } = data;
  const requestId = data.partOf ?? data.requestId;
  const known = heard.find((line) => line.by === 'person' && line.requestId === requestId);
  if (known?.text.includes(excerpt(text, LONGEST_LINE, personal))) return heard;
  const whole = known ? `${known.text} ${text}` : text;
  const line: TranscriptLine = { by: 'person', requestId, text: excerpt(whole, LONGEST_LINE, personal) };
  return known ? heard.map((other) => (other === known ? line : other)) : withLine(heard, line);
}

/** How a topic ended. */
export const withOutcomeLine = (
  heard: readonly TranscriptLine[],
  { threadId, outcome }: EventData<'thread.followed'>,
): readonly TranscriptLine[] =>
  outcome === ''
    ? heard
    : withLine(heard, { by: 'assistant', requestId: threadId, text: excerpt(outcome, LONGEST_LINE) });

const withLine = (heard: readonly TranscriptLine[], line: TranscriptLine): readonly TranscriptLine[] => [
  ...heard.slice(1 - MOST_LINES),
  line,
];
