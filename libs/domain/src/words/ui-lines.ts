import {
  oneLine,
  safeLines,
  type ArtifactBundle,
  type EventData,
  type ExecutionHeader,
  type Phase,
  type UiEventType,
  type UiLine,
  type Values,
} from '@arbiter/contracts';
import { renderHeader } from './header';

/** EV-10: a compiled plan is one cycle: its tools, then its words, then its end. */
const PHASE_INDEX: Record<Phase, number> = { tool_phase: 1, action_phase: 2, complete: 3 };

export const line = (phase: Phase, type: UiEventType, payload: Values): UiLine => ({
  type,
  phase,
  phaseIndex: PHASE_INDEX[phase],
  cycleIndex: 1,
  payload,
});

/** The part of a tool's result that a client can unfold, in characters. */
const LONGEST_OUTPUT = 1_000;

type Quotable = Pick<EventData<'run.completed'>, 'messageId' | 'anchor'>;

/** CH-09: words come with the message they answer, and with the reason to quote it, if there is one. */
export const message = (
  phase: Phase,
  kind: 'pre' | 'proposal' | 'reply',
  { messageId, anchor }: Quotable,
  text: string,
  more: Values = {},
): UiLine => line(phase, 'rag.message', { kind, text: safeLines(text), messageId, anchor, ...more });

export const headerLines = (phase: Phase, header: ExecutionHeader, bundle: ArtifactBundle): readonly UiLine[] =>
  header.steps.length === 0
    ? []
    : [line(phase, 'rag.results', { kind: 'execution_header', header, text: renderHeader(header, bundle) })];

/** CH-07, CH-12: a summary by cutting; a model's summary could hide something. */
export const outputOf = (result: unknown): string => oneLine(JSON.stringify(result) ?? '', LONGEST_OUTPUT + 1);
