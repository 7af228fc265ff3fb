import { oneLine } from '@arbiter/contracts';
import type { ActionsBlock } from '@slack/types';

const MOST_BUTTONS = 25;
const LONGEST_LABEL = 75;
const ACTION = 'answer';

/** The value carries the question's id and the whole answer; a label may be cut. */
export const buttonsOf = (answerTo: string, choices: readonly string[]): ActionsBlock => ({
  type: 'actions',
  elements: choices.slice(0, MOST_BUTTONS).map((choice, index) => ({
    type: 'button',
    action_id: `${ACTION}-${index}`,
    text: { type: 'plain_text', text: labelOf(choice), emoji: false },
    value: `${answerTo}:${choice}`,
  })),
});

/** Null when the button is none of these. */
export function pressedButton({
  action_id,
  value,
}: {
  action_id: string;
  value?: string;
}): { answerTo: string; text: string } | null {
  const match = /^([^:]+):(.+)$/s.exec(value ?? '');
  return match && action_id.startsWith(`${ACTION}-`) ? { answerTo: match[1]!, text: match[2]! } : null;
}

const labelOf = (choice: string): string => oneLine(choice, LONGEST_LABEL);
