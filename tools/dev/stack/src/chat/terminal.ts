import { createInterface } from 'node:readline';
import { safeLines, type UiEvent } from '@arbiter/contracts';
import type { ChatClient, Turn } from './client';
import { FurtherAnswers } from './further-answers';
import { sayPatiently } from './patience';
import type { ProgramOutput } from './program-output';

/** A chat prompt for a person. Ends with Ctrl-D or `exit`. */
export async function converse(client: ChatClient, voice: ProgramOutput): Promise<void> {
  const further = new FurtherAnswers(client, (turn) => voice.show(render(turn)));
  void further.follow();
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: 'you › ' });
  const ask = (): void => {
    lines.prompt();
    voice.typedAt(lines);
  };
  ask();
  for await (const line of lines) {
    voice.typedAt(null);
    const text = line.trim();
    if (text === 'exit' || text === 'quit') break;
    if (text !== '') await further.around((onEvent) => answer(client, text, voice, onEvent), write);
    ask();
  }
  voice.typedAt(null);
  further.close();
  lines.close();
}

/** How many lines came, and how many of them were not answered. */
export interface Answered {
  readonly lines: number;
  readonly failed: number;
}

/**
 * Sends each line of standard input as one turn, one after the other; prints header and reply of everything that the
 * turn starts.
 */
export async function answerLines(client: ChatClient, voice: ProgramOutput): Promise<Answered> {
  const further = new FurtherAnswers(client, write);
  void further.follow();
  let [count, failed] = [0, 0];
  for await (const line of createInterface({ input: process.stdin })) {
    count += 1;
    const text = line.trim();
    if (text === '') continue;
    process.stdout.write(`you › ${text}\n`);
    const turn = await further.around((onEvent) => answer(client, text, voice, onEvent), write);
    if (turn.status === 'failed') failed += 1;
    await further.quiet();
  }
  further.close();
  return { lines: count, failed };
}

const answer = (
  client: ChatClient,
  text: string,
  voice: ProgramOutput,
  onEvent: (event: UiEvent) => void,
): Promise<Turn> =>
  sayPatiently(client, text, voice.say, onEvent).catch((error: unknown) => ({
    requestId: '',
    header: '',
    status: 'failed',
    text: error instanceof Error ? error.message : String(error),
  }));

const write = (turn: Turn): boolean => process.stdout.write(render(turn));

function render(turn: Turn): string {
  const header = turn.header
    ? `${safeLines(turn.header)
        .split('\n')
        .map((line) => `  ${line}`)
        .join('\n')}\n`
    : '';
  return `${header}arbiter › ${safeLines(turn.text)}\n`;
}
