import { replayStream, type ReplayParts } from './replay-stream';
import { selectStreams, type Selection } from './select-streams';
import { addTo, emptySummary, type StreamReport, type Summary } from './replay-report';

const STREAMS_AT_ONCE = 8;

/** Replays the selection; each stream's report is passed on as it comes, in the order of the streams. */
export async function replay(
  selection: Selection,
  parts: ReplayParts,
  tell: (report: StreamReport) => void,
): Promise<Summary> {
  const summary = emptySummary();
  for await (const page of selectStreams(selection, [...parts.rules.keys()], parts)) {
    for (let from = 0; from < page.length; from += STREAMS_AT_ONCE) {
      const reports = await Promise.all(
        page.slice(from, from + STREAMS_AT_ONCE).map((stream) => replayStream(stream, parts)),
      );
      for (const report of reports) {
        addTo(summary, report);
        tell(report);
      }
    }
  }
  return summary;
}
