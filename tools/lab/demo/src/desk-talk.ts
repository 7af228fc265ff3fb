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
    const before = await mailsSent(system);
    const { header, text, status } = await chat.say(line);
    exchanges.push({ line, header, text, status, mails: (await mailsSent(system)) - before });
  }
  return { ...scene, exchanges };
}

async function mailsSent({ vendorUrl }: System): Promise<number> {
  const url = `${vendorUrl}/_sandbox/ledger?route=${encodeURIComponent(MAILING)}`;
  return (await sendJson<{ entries: readonly object[] }>(url)).entries.length;
}

/** No line failed, just as many asked for a yes and just as many mails were sent as it should be, each upon a yes. */
export const isAsPromised = ({ exchanges, asks, mails }: SceneReport): boolean =>
  exchanges.every(({ status, line, mails: sent }) => status !== 'error' && (sent === 0 || line === 'yes')) &&
  exchanges.filter(({ status }) => status === 'waiting_for_approval').length === asks &&
  mailsOf(exchanges) === mails;

const mailsOf = (exchanges: readonly Exchange[]): number => exchanges.reduce((sum, { mails }) => sum + mails, 0);

/** A scene for people, as a chat shows it. */
export const told = ({ title, exchanges }: SceneReport): string =>
  [`\n${title}`, ...exchanges.map(toldExchange), `  mails sent: ${mailsOf(exchanges)}`].join('\n');

const toldExchange = ({ line, header, text }: Exchange): string =>
  [`  you › ${line}`, ...linesOf(header), `  arbiter › ${linesOf(text).join('\n').trimStart()}`].join('\n');

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split('\n').map((line) => `    ${line}`));
