import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isEnded, type RunView } from '@arbiter/contracts';
import { sendJson } from '@arbiter/stack';
import { READER } from './retail-tenant';

const LOOK_MILLISECONDS = 20;
/** For hanging only. */
const PATIENCE_MILLISECONDS = 120_000;

/** How a wish reaches an agent: by the chat to the default one, or by a template to the one that only looks up. */
export type Way = 'chat' | 'template';

export interface Wish {
  readonly text: string;
  readonly way: Way;
  /** the answer to whatever the agent asks for */
  readonly says: 'yes' | 'no';
  /** told each time just before the answer */
  readonly onAnswer: () => void;
}

/** A run that has ended, and how often the person was asked on the way. */
interface Served {
  readonly run: RunView;
  readonly asked: number;
}

/** One person with one wish in a chat of its own, over HTTP. Throws when nothing changes for two minutes. */
export async function wished(httpUrl: string, { text, way, says, onAnswer }: Wish): Promise<Served> {
  const who = { sessionId: randomUUID(), userId: 'customer' };
  const say = (route: string, message: object): Promise<{ readonly requestId: string }> =>
    sendJson(`${httpUrl}/api/chat/${route}`, 'POST', { ...who, messageId: randomUUID(), ...message });
  const { requestId } =
    way === 'chat'
      ? await say('messages_two_stage', { text })
      : await submitted(httpUrl, { ...who, template: READER, args: { wish: text } });
  const answered = new Set<string>();
  let seen = 0;
  for (let until = Date.now() + PATIENCE_MILLISECONDS; Date.now() < until; await delay(LOOK_MILLISECONDS)) {
    const run = await sendJson<RunView>(`${httpUrl}/api/runs/${requestId}`).catch(() => null);
    if (run === null) continue;
    if (isEnded(run)) return { run, asked: answered.size };
    const { proposal, lastEventId } = run;
    if (proposal !== null && !answered.has(proposal.actionId)) {
      answered.add(proposal.actionId);
      onAnswer();
      await say('messages', { text: says, answerTo: proposal.answerTo });
    }
    if (lastEventId > seen) [seen, until] = [lastEventId, Date.now() + PATIENCE_MILLISECONDS];
  }
  throw new Error(
    `nothing has become of the run ${requestId} for two minutes; look at ${httpUrl}/api/runs/${requestId}`,
  );
}

async function submitted(httpUrl: string, body: object): Promise<{ readonly requestId: string }> {
  const response = await fetch(`${httpUrl}/api/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
  });
  if (!response.ok) throw new Error(`the run was refused: ${await response.text()}`);
  return (await response.json()) as { readonly requestId: string };
}
