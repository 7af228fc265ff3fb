import type { ArtifactBundle, Recorded, ToolCall, ToolEffect } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import type { LookFinished } from '../action-inputs';
import { principalOf } from '../state/action-request';
import { dispatchedArgs } from '../state/action-state';
import { buildProbe } from './build-call';
import { compiledTool } from './compiled-tool';
import { UnfillableTemplate, templateValues } from './fill-template';
import { probeFinding } from './probe-finding';

/** Other calls to the vendor may come first. */
const LONGEST_WAIT_MILLISECONDS = 30_000;

/** The probe of an action whose outcome is unknown, which changes nothing; null: the vendor cannot be asked. */
export function lookEffect(
  event: Recorded<'action.look_requested'>,
  artifacts: ArtifactBundle,
): ToolEffect<LookFinished> | null {
  const { look, askedAt, idempotencyKey } = event.data;
  const tool = compiledTool(artifacts, event.data.tool);
  const args = dispatchedArgs(event.data.request);
  if (!tool || !args) return null;
  let call: ToolCall;
  try {
    call = buildProbe(tool, templateValues(args, principalOf(event), idempotencyKey));
  } catch (error) {
    if (error instanceof UnfillableTemplate) return null;
    throw error;
  }
  const { timeoutMilliseconds } = tool.definition;
  return {
    kind: 'call',
    purpose: 'probe',
    call,
    delayMilliseconds: 0,
    timeoutMilliseconds,
    sendBy: instantAfter(askedAt, timeoutMilliseconds + LONGEST_WAIT_MILLISECONDS),
    proceed: (outcome) => ({
      kind: 'report',
      command: { name: 'look.finished', look, finding: probeFinding(tool, outcome, args, idempotencyKey) },
    }),
  };
}
