import { renderUiEvent } from '../views/event-stream';
import type { SessionFrame } from '../views/session-feed';

/** The page as the event `session`; each line as in its run's own stream, named by run and number. */
export const renderSessionFrame = (frame: SessionFrame): string =>
  'page' in frame
    ? `event: session\ndata: ${JSON.stringify(frame.page)}\n\n`
    : renderUiEvent(frame.line, `${frame.line.requestId}/${frame.line.seq}`);
