import { createInterface } from 'node:readline';
import type { ChatClient, Turn } from './client';

/** A chat prompt for a person. Ends with Ctrl-D or `exit`. */
export async function converse(client: ChatClient): Promise<void> {
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: 'you › ' });
  lines.prompt();
  for await (const line of lines) {
    const text = line.trim();
    if (text === 'exit' || text === 'quit') break;
    if (text !== '') process.stdout.write(render(await answer(client, text)));
    lines.prompt();
  }
  lines.close();
}

/** Each line of standard input is one turn, one after the other; prints header and reply. Returns how many failed. */
export async function answerLines(client: ChatClient): Promise<number> {
  let failed = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    const text = line.trim();
    if (text === '') continue;
    process.stdout.write(`you › ${text}\n`);
    const turn = await answer(client, text);
    if (turn.status === 'failed') failed += 1;
    process.stdout.write(render(turn));
  }
  return failed;
}

const answer = (client: ChatClient, text: string): Promise<Turn> =>
  client.say(text).catch((error: unknown) => ({ header: '', status: 'failed', text: error instanceof Error ? error.message : String(error) }));

function render(turn: Turn): string {
  const header = turn.header ? `${turn.header.split('\n').map((line) => `  ${line}`).join('\n')}\n` : '';
  return `${header}arbiter › ${turn.text}\n`;
}
