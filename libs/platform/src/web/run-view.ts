import type { ExecutionHeader, Question, UiEvent } from '@arbiter/contracts';

/** `erased`: it ended, and its customer's key is destroyed, so that nobody can read how. */
export type RunViewStatus = 'accepted' | 'running' | 'waiting_for_approval' | 'ok' | 'cancelled' | 'error' | 'erased';

const ENDED: ReadonlySet<RunViewStatus> = new Set(['ok', 'cancelled', 'error', 'erased']);

/** A run as its UI events tell it. */
export interface RunView {
  readonly requestId: string;
  readonly sessionId: string;
  readonly status: RunViewStatus;
  readonly code: string | null;
  readonly header: ExecutionHeader | null;
  readonly reply: string | null;
  readonly question: Question | null;
  readonly proposal: Proposal | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** where an event stream goes on from */
  readonly lastEventId: number;
}

interface Proposal {
  readonly plan: string;
  readonly question: string;
  readonly actionId: string;
  readonly expiresAt: string;
}

interface Payload {
  readonly kind?: string;
  readonly status?: RunViewStatus;
  readonly code?: string;
  readonly header?: ExecutionHeader;
  readonly text?: string;
  readonly question?: Question;
}

/** A run of which nothing was shown yet. */
export const acceptedRun = (requestId: string, sessionId: string): RunView => ({
  requestId, sessionId, status: 'accepted', code: null, header: null, reply: null, question: null, proposal: null, startedAt: null, endedAt: null, lastEventId: 0,
});

export const isEnded = ({ status }: RunView): boolean => ENDED.has(status);

/** The run after one more event. */
export function foldUiEvent(view: RunView, event: UiEvent): RunView {
  const next = { ...view, lastEventId: event.seq };
  const payload = event.payload as Payload;
  switch (event.type) {
    case 'rag.started': return { ...next, status: 'running', startedAt: event.ts };
    case 'rag.token': return { ...next, status: 'running', proposal: null };
    case 'rag.results': return { ...next, ...ofResults(payload) };
    case 'rag.message': return payload.kind === 'reply' ? { ...next, status: 'running', reply: payload.text ?? null, question: payload.question ?? null, proposal: null } : next;
    case 'rag.done': return { ...next, status: payload.status ?? 'erased', code: payload.code ?? null, proposal: null, endedAt: event.ts };
    default: return next;
  }
}

function ofResults(payload: Payload): Partial<RunView> {
  if (payload.kind === 'execution_header') return { status: 'running', header: payload.header ?? null, proposal: null };
  if (payload.kind !== 'workflow_proposed') return {};
  const { plan, question, actionId, expiresAt } = payload as unknown as Proposal;
  return { status: 'waiting_for_approval', proposal: { plan, question, actionId, expiresAt } };
}
