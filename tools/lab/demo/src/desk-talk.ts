import { randomUUID } from 'node:crypto';
import { ChatClient, sendJson, type System, type Turn } from '@arbiter/stack';
import type { Scene } from './desk-scenes';

const PERSON = 'mara';
const MAILING = 'POST /desk/mails';

/** One line of a person, and what came back. */
export interface Exchange extends Pick<Turn, 'header' | 'text' | 'status'> {
  readonly line: string;
  /** that were sent since the line before, by the desk's own ledger */
  readonly mails: number;
}

export interface SceneReport extends Scene {
  readonly exchanges: readonly Exchange[];
}

/** Plays a scene in a chat of its own, on the route on which an agent serves what no template does. */
export async function play(system: System, scene: Scene): Promise<SceneReport> {
  const chat = new ChatClient(system.httpUrl, `demo-${randomUUID()}`, PERSON, { twoStage: true });
  const exchanges: Exchange[] = [];
  for (const line of scene.lines) {
    const before = await mailsOf(system);
    const { header, text, status } = await chat.say(line);
    exchanges.push({ line, header, text, status, mails: (await mailsOf(system)) - before });
  }
  return { ...scene, exchanges };
}

async function mailsOf({ vendorUrl }: System): Promise<number> {
  const url = `${vendorUrl}/_sandbox/ledger?route=${encodeURIComponent(MAILING)}`;
  return (await sendJson<{ entries: readonly object[] }>(url)).entries.length;
}

/** Every line was answered without a failure, and just as many mails were sent as the scene asks for, the last with its yes. */
export const isAsPromised = ({ exchanges, mails }: SceneReport): boolean =>
  exchanges.every(({ status, line, mails: sent }) => status !== 'error' && (sent === 0 || line === 'yes')) &&
  exchanges.reduce((sum, { mails: sent }) => sum + sent, 0) === mails;

/** A scene for people, as a chat shows it. */
export const told = ({ title, exchanges }: SceneReport): string =>
  [
    `\n${title}`,
    ...exchanges.map(exchange),
    `  mails sent: ${exchanges.reduce((sum, { mails }) => sum + mails, 0)}`,
  ].join('\n');

const exchange = ({ line, header, text }: Exchange): string =>
  [`  you › ${line}`, ...indented(header), ...indented(`arbiter › ${text}`, '  ')].join('\n');

const indented = (text: string, by = '    '): readonly string[] =>
  text === '' ? [] : text.split('\n').map((line) => `${by}${line}`);
