import { setTimeout as sleep } from 'node:timers/promises';
import {
  acceptedRun,
  foldUiEvent,
  isEnded,
  isRunning,
  reportedElsewhere,
  type RunView,
  type UiEvent,
} from '@arbiter/contracts';
import type { ChatClient, Turn } from './client';

const PAUSE_MILLISECONDS = 1_000;
const QUIET_MILLISECONDS = 500;
const LOOK_MILLISECONDS = 50;
const PATIENCE_MILLISECONDS = 60_000;

/**
 * The messages of a chat besides the answer to a line: further topics of one message, queued work, the end of a run
 * that waited. Each is shown once.
 *
 * 1. While a line is being answered nothing is shown, because its own answer goes to the caller that sent it.
 * 2. The end of a run that another run reports, or is about to, is shown by that one alone.
 * 3. A lost connection is made anew, and begins with the present state.
 * 4. The runs of a chat come in no order among each other: a line's own run is taken from its answer, and no page that
 *    is older than a line undoes it.
 */
export class FurtherAnswers {
  private readonly runs = new Map<string, RunView>();
  private readonly headers = new Map<string, string>();
  private readonly shown = new Set<string>();
  private readonly closing = new AbortController();
  private isHeld = false;
  private latest = Date.now();

  constructor(
    private readonly client: Pick<ChatClient, 'follow' | 'sessionId'>,
    private readonly show: (turn: Turn) => void,
  ) {}

  async follow(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      await this.client
        .follow({ onPage: ({ runs }) => this.take(runs), onEvent: (event) => this.take([this.after(event)]) }, signal)
        .catch(() => undefined);
      await sleep(PAUSE_MILLISECONDS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Sends a line, and shows the other messages once it is answered. */
  async around(
    say: (onEvent: (event: UiEvent) => void) => Promise<Turn>,
    answered: (turn: Turn) => void,
  ): Promise<Turn> {
    this.isHeld = true;
    try {
      const turn = await say((event) => this.take([this.after(event)]));
      this.shown.add(keyOf(turn));
      answered(turn);
      return turn;
    } finally {
      this.isHeld = false;
      this.latest = Date.now();
      this.showNew();
    }
  }

  /** When nothing is being worked on any more and nothing has come for a while; after a minute all the same. */
  async quiet(): Promise<void> {
    for (const until = Date.now() + PATIENCE_MILLISECONDS; Date.now() < until; await sleep(LOOK_MILLISECONDS))
      if (![...this.runs.values()].some(isRunning) && Date.now() - this.latest > QUIET_MILLISECONDS) return;
  }

  close(): void {
    this.closing.abort();
  }

  private after(event: UiEvent): RunView {
    const { requestId } = event;
    const { kind, text } = event.payload as { kind?: string; text?: string };
    if (kind === 'execution_header' && text !== undefined) this.headers.set(requestId, text);
    return foldUiEvent(this.runs.get(requestId) ?? acceptedRun(requestId, this.client.sessionId), event);
  }

  private take(runs: readonly RunView[]): void {
    for (const run of runs)
      if (run.lastEventId >= (this.runs.get(run.requestId)?.lastEventId ?? 0)) this.runs.set(run.requestId, run);
    this.latest = Date.now();
    this.showNew();
  }

  private showNew(): void {
    if (this.isHeld) return;
    for (const turn of answersIn([...this.runs.values()], this.headers)) {
      if (this.shown.has(keyOf(turn))) continue;
      this.shown.add(keyOf(turn));
      this.show(turn);
    }
  }
}

/** A run is heard of twice at most: when it waits for the person, and when it ends. */
const keyOf = ({ requestId, status }: Turn): string =>
  `${requestId}/${status === 'waiting_for_approval' ? 'proposal' : 'end'}`;

/** The texts of the runs for a person; `headers` are those that came as text. */
export function answersIn(runs: readonly RunView[], headers: ReadonlyMap<string, string>): readonly Turn[] {
  const isReported = reportedElsewhere(runs);
  return runs.flatMap((run) => {
    const { requestId, status, proposal, reply } = run;
    const header = headers.get(requestId) ?? stepsOf(run);
    if (proposal !== null) return [{ requestId, header, text: textOf(proposal), status: 'waiting_for_approval' }];
    if (!isEnded(run) || reply === null || isReported(run)) return [];
    return [{ requestId, header, text: reply, status }];
  });
}

/** A completed step as a header in words shows it; a page has no words of the tenant for the other states. */
const stepsOf = ({ header }: RunView): string =>
  (header?.steps ?? [])
    .map(({ title, status }) => (status === 'completed' ? `✓ ${title}` : `${title} (${status})`))
    .join('\n');

const textOf = ({ plan, question }: NonNullable<RunView['proposal']>): string => `${plan}\n${question}`;
