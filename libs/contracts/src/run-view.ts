import type { WrittenBy } from './events/reply';
import type { Source } from './evidence';
import type { ExecutionHeader, HeaderStep, Question } from './plan';
import type { UiEvent } from './ui';
import type { ProposalView, RunView, RunViewStatus, ToolOutputView } from './api';
import type { Anchor } from './vocabulary';

// Server and web page read a run with this one fold, so this file imports nothing but types.

const ENDED: ReadonlySet<RunViewStatus> = new Set(['ok', 'cancelled', 'error', 'erased']);

interface Payload {
  readonly kind?: string;
  readonly status?: RunViewStatus;
  readonly code?: string;
  readonly header?: ExecutionHeader;
  readonly text?: string;
  readonly attempt?: number;
  readonly question?: Question;
  readonly messageId?: string | null;
  readonly anchor?: Anchor | null;
  readonly clears?: string | null;
  readonly isDone?: boolean;
  readonly reportedBy?: readonly string[];
  readonly reports?: string;
  readonly label?: string | null;
  readonly resumeFrom?: number | null;
  readonly brief?: string | null;
  readonly writtenBy?: WrittenBy;
  readonly sources?: readonly Source[];
}

/** A run of which nothing was shown yet. */
export const acceptedRun = (requestId: string, sessionId: string): RunView => ({
  requestId,
  sessionId,
  messageId: null,
  status: 'accepted',
  code: null,
  label: null,
  brief: null,
  pre: null,
  header: null,
  agent: null,
  outputs: [],
  sources: [],
  prose: null,
  reply: null,
  writtenBy: null,
  question: null,
  proposal: null,
  proposed: null,
  anchor: null,
  reportedBy: [],
  reports: null,
  isDone: false,
  clears: null,
  startedAt: null,
  repliedAt: null,
  endedAt: null,
  lastEventId: 0,
});

export const isEnded = ({ status }: RunView): boolean => ENDED.has(status);

/** Something is being done about it at this moment. */
export const isRunning = ({ status }: RunView): boolean => status === 'accepted' || status === 'running';

/** Among all runs of a chat: those whose end another run reports, or is about to, so that it is shown once. */
export function reportedElsewhere(runs: readonly RunView[]): (run: RunView) => boolean {
  const known = new Map(runs.map((run) => [run.requestId, run]));
  const reported = new Set(runs.map(({ reports }) => reports));
  return ({ requestId, reportedBy }) =>
    reported.has(requestId) || reportedBy.some((id) => known.has(id) && !isEnded(known.get(id)!));
}

const FOUND_NOTHING = new Set(['not_found', 'nothing_found']);

/** A look-up that went well, and found that there is no such thing: it is not shown as one that failed. */
export const hasFoundNothing = ({ status, error }: Pick<HeaderStep, 'status' | 'error'>): boolean =>
  status === 'failed' && error !== undefined && FOUND_NOTHING.has(error.code);

/** The run after one more event; one that was seen before changes nothing. */
export function foldUiEvent(view: RunView, event: UiEvent): RunView {
  if (event.seq <= view.lastEventId) return view;
  const next = { ...view, lastEventId: event.seq };
  const payload = event.payload as Payload;
  const repliedAt = view.repliedAt ?? event.ts;
  switch (event.type) {
    case 'rag.started':
      return {
        ...next,
        status: 'running',
        startedAt: event.ts,
        messageId: payload.messageId ?? null,
        clears: payload.clears ?? null,
      };
    case 'rag.debug':
      return { ...next, ...ofDebug(event, payload) };
    case 'rag.token':
      return { ...next, status: 'running', proposal: null, repliedAt, prose: proseAfter(view, payload) };
    case 'rag.results':
      return { ...next, ...ofResults(view, event, payload) };
    case 'rag.sources':
      return { ...next, sources: [...view.sources, ...(payload.sources ?? [])] };
    case 'rag.message':
      return { ...next, ...ofMessage(view, payload, repliedAt) };
    case 'rag.done':
      return {
        ...next,
        status: payload.status ?? 'erased',
        agent: null,
        code: payload.code ?? null,
        proposal: null,
        prose: null,
        isDone: payload.isDone === true,
        endedAt: event.ts,
      };
    default:
      return next;
  }
}

function ofDebug({ phase, phaseIndex, cycleIndex }: UiEvent, payload: Payload): Partial<RunView> {
  if (payload.kind === 'plan') return { label: payload.label ?? null };
  if (payload.kind !== 'agent' || phase === 'complete') return {};
  return { agent: { phase, phaseIndex, cycleIndex, resumeFrom: payload.resumeFrom ?? null } };
}

function ofResults(view: RunView, { phase, ts }: UiEvent, payload: Payload): Partial<RunView> {
  if (payload.kind === 'execution_header') {
    const isAnswer = phase === 'action_phase';
    const isWaiting = payload.header?.steps.some(({ status }) => status === 'suspended') === true;
    const standing = isWaiting ? {} : ({ status: 'running', proposal: null } as const);
    return {
      ...standing,
      header: payload.header ?? null,
      repliedAt: isAnswer ? (view.repliedAt ?? ts) : view.repliedAt,
    };
  }
  if (payload.kind === 'tool_output') {
    const { stepId, title, text } = payload as unknown as ToolOutputView;
    return { outputs: [...view.outputs, { stepId, title, text }] };
  }
  if (payload.kind !== 'workflow_proposed') return {};
  const { plan, question, actionId, answerTo, expiresAt, choices, brief } = payload as unknown as ProposalView;
  const proposal = { plan, question, actionId, answerTo, expiresAt, choices, brief, proposedAt: ts };
  return { status: 'waiting_for_approval', proposal, proposed: proposal };
}

function ofMessage(
  { pre }: RunView,
  { kind, text, question, anchor, writtenBy, brief = null, reportedBy = [], reports }: Payload,
  repliedAt: string,
): Partial<RunView> {
  const quote = anchor === undefined ? {} : { anchor };
  switch (kind) {
    case 'pre':
      return { ...quote, pre: pre === null ? (text ?? null) : `${pre}\n${text ?? ''}` };
    case 'reply':
      return {
        ...quote,
        status: 'running',
        reply: text ?? null,
        writtenBy: writtenBy ?? null,
        brief,
        prose: null,
        question: question ?? null,
        reportedBy,
        reports: reports ?? null,
        proposal: null,
        repliedAt,
      };
    case 'proposal':
      return quote;
    default:
      return {};
  }
}

/** Segments of one attempt follow each other; the first of another attempt begins the text again. */
function proseAfter({ prose }: RunView, { text = '', attempt = 1 }: Payload): RunView['prose'] {
  return { attempt, text: prose?.attempt === attempt ? `${prose.text}${text}` : text };
}
