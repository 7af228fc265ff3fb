import { defineChannel, sourceLines } from '@arbiter/channels';
import { safeLines } from '@arbiter/contracts';

export interface Line {
  readonly sessionId: string;
  readonly userId: string;
  readonly messageId: string;
  readonly text: string;
}

/** A person at a prompt. Nothing on it can be changed later, so that work is under way is not shown. */
export const terminal = defineChannel<Line, string>({
  name: 'terminal',
  capabilities: { longestText: 1_000_000, buttons: false, reactions: false, quotes: false },
  toCanonical: (line) => line,
  render: (message) => {
    const [headerText, text] = [message.headerText, message.text].map((part) => safeLines(part)) as [string, string];
    if (text === '') return [];
    const executed = headerText
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => `  ${line}\n`);
    const sources = sourceLines(message).map((line) => `  ${line}\n`);
    return [`${executed.join('')}arbiter › ${text}\n${sources.join('')}`];
  },
});
