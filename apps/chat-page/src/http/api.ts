import type {
  ApprovalAnswer,
  ApprovalPage,
  ApprovalView,
  Grants,
  PlaybookDayView,
  PlaybookRunView,
  PlaybookSubmittedView,
  PlaybookVerdictView,
  PlaybookView,
  SessionList,
  SessionPage,
  ThreadView,
  WelcomeView,
} from '@arbiter/contracts';
import type { Outgoing } from '../conversation/unsent-messages';
import { readinessOf, type Readiness } from '../health/readiness';
import type { PlaybookPlace } from '../playbooks/place';

/** With which right; null where none is asked for. */
export interface Key {
  readonly apiKey: string | null;
}

/** The person, and the key with their rights. */
export interface Person extends Key {
  readonly userId: string;
}

/** A person's conversation in one chat. */
export interface Identity extends Person {
  readonly sessionId: string;
}

/** The server refused, with a reason. `retryAfter` in milliseconds when the same request may be sent again. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    detail: string,
    readonly retryAfter: number | null,
  ) {
    super(detail);
  }
}

const PATIENCE_MILLISECONDS = 20_000;
const READINESS_MILLISECONDS = 2_000;
/** Chats of other channels go on there. */
const CHANNEL = 'console';

/**
 * The server takes a message once, however often it is sent; returns the run that answers it. Without a locale the
 * server finds the language from the text. Where the two-stage route is switched off meanwhile the message goes by the
 * usual one (TP-16).
 */
export async function sendMessage(
  identity: Identity,
  { messageId, text, answerTo }: Outgoing,
  { locale, twoStage }: Manner,
): Promise<string> {
  const { sessionId, userId } = identity;
  const body = {
    sessionId,
    userId,
    messageId,
    text,
    ...(locale === null ? {} : { channelMetadata: { locale } }),
    ...(answerTo === undefined ? {} : { answerTo }),
  };
  const send = (route: string) => call<{ requestId: string }>(identity, `/api/chat/${route}`, body);
  const { requestId } = twoStage
    ? await send('messages_two_stage').catch((error: unknown) => {
        if (error instanceof Refusal && error.status === 404) return send('messages');
        throw error;
      })
    : await send('messages');
  return requestId;
}

/** How messages are sent. */
export interface Manner {
  readonly locale: string | null;
  /** by the route on which an agent serves what no template does (TP-15) */
  readonly twoStage: boolean;
}

export const readWelcome = (key: Key, locale: string | null): Promise<WelcomeView> =>
  call(key, `/api/welcome${locale === null ? '' : `?locale=${encodeURIComponent(locale)}`}`);

export const stopRun = async (identity: Identity, requestId: string): Promise<void> => {
  await call(identity, `/api/runs/${encodeURIComponent(requestId)}/cancel`, {});
};

/** CH-13: its agent waits after its next result. */
export const pauseAgent = async (identity: Identity, requestId: string): Promise<void> => {
  await call(identity, '/api/chat/messages_two_stage/pause', { requestId });
};

export const resumeAgent = async (
  identity: Identity,
  requestId: string,
  resumeFromPhaseIndex: number,
): Promise<void> => {
  await call(identity, '/api/chat/messages_two_stage/resume', { requestId, resumeFromPhaseIndex });
};

export const readThreads = (identity: Identity, locale: string | null): Promise<readonly ThreadView[]> =>
  call(identity, `${pathOf(identity, 'threads')}${locale === null ? '' : `&locale=${encodeURIComponent(locale)}`}`);

/** The person's chats, the newest first, or those that follow `before`. */
export const readSessions = (person: Person, before: string | null): Promise<SessionList> =>
  call(
    person,
    `/api/sessions?userId=${encodeURIComponent(person.userId)}&channel=${CHANNEL}${before === null ? '' : `&before=${encodeURIComponent(before)}`}`,
  );

/** How the service fares; no answer is an answer. */
export async function askReadiness(): Promise<Readiness> {
  const begun = performance.now();
  try {
    const response = await fetch('/readyz', { signal: AbortSignal.timeout(READINESS_MILLISECONDS), cache: 'no-store' });
    return readinessOf(response.ok, await response.text(), performance.now() - begun);
  } catch {
    return { state: 'away', parts: [] };
  }
}

export const readMessages = (identity: Identity, before: number | null): Promise<SessionPage> =>
  call(identity, `${pathOf(identity, 'messages')}${before === null ? '' : `&before=${before}`}`);

export const readPlaybooks = (key: Key): Promise<readonly PlaybookView[]> => call(key, '/api/playbooks');

/** The instances of a playbook, the latest day first. */
export const readInstances = (key: Key, playbook: string): Promise<readonly PlaybookRunView[]> =>
  call(key, `/api/playbooks/${encodeURIComponent(playbook)}/runs`);

export const readInstance = (key: Key, playbook: string, day: string): Promise<PlaybookDayView> =>
  call(key, `/api/playbooks/${encodeURIComponent(playbook)}/runs/${encodeURIComponent(day)}`);

/** Whether the goal of a playbook held, the latest day first. */
export const readVerdicts = (key: Key, playbook: string): Promise<readonly PlaybookVerdictView[]> =>
  call(key, `/api/playbooks/${encodeURIComponent(playbook)}/verdicts`);

/** A day has one instance, however often it is asked for; null is today's. */
export const beginInstance = (key: Key, playbook: string, day: string | null): Promise<PlaybookSubmittedView> =>
  call(key, `/api/playbooks/${encodeURIComponent(playbook)}/runs`, day === null ? {} : { day });

/** Resumes a paused instance with these grants. */
export async function resumeInstance(key: Key, playbook: string, day: string, give: Grants): Promise<void> {
  await call(key, `/api/playbooks/${encodeURIComponent(playbook)}/runs/${encodeURIComponent(day)}/resume`, give);
}

/** The open approvals, the oldest first, or those that follow `after`: of all playbooks, of one, or of one day. */
export function readApprovals(key: Key, { playbook, day }: PlaybookPlace, after: string | null): Promise<ApprovalPage> {
  const wanted = Object.entries({ playbook, day, after }).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return call(key, `/api/approvals?${wanted.join('&')}`);
}

/** An approval is answered once, however often the same answer is sent. */
export const readApproval = (key: Key, id: string): Promise<ApprovalView> =>
  call(key, `/api/approvals/${encodeURIComponent(id)}`);

export async function answerApproval(key: Key, id: string, answer: ApprovalAnswer): Promise<void> {
  await call(key, `/api/approvals/${encodeURIComponent(id)}`, answer);
}

/** The events of the whole conversation, beginning with its present state. */
export async function openEvents(identity: Identity, signal: AbortSignal): Promise<Response> {
  const response = await fetch(pathOf(identity, 'events'), {
    headers: { ...headersOf(identity), accept: 'text/event-stream' },
    signal,
    cache: 'no-store',
  });
  if (!response.ok) throw await refusalOf(response);
  return response;
}

const pathOf = ({ sessionId, userId }: Identity, what: string): string =>
  `/api/sessions/${encodeURIComponent(sessionId)}/${what}?userId=${encodeURIComponent(userId)}`;

const headersOf = ({ apiKey }: Key): Record<string, string> =>
  apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };

async function call<T>(key: Key, path: string, body?: object): Promise<T> {
  const options = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(path, {
    ...options,
    headers: { ...headersOf(key), ...type },
    signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    cache: 'no-store',
  });
  if (!response.ok) throw await refusalOf(response);
  return (await response.json()) as T;
}

async function refusalOf(response: Response): Promise<Refusal> {
  const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const mayComeAgain = response.status >= 500 || response.status === 429 || Number.isFinite(seconds);
  return new Refusal(
    response.status,
    detail ?? `${response.status} ${response.statusText}`,
    mayComeAgain ? (Number.isFinite(seconds) ? seconds * 1_000 : 1_000) : null,
  );
}
