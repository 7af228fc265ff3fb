import { activePlaybook, dayOfPlaybook, type DecisionContext, type Fact } from '@arbiter/contracts';
import { compiledTool } from '../calls/compiled-tool';
import type { ActionIdentity } from '../state/action-request';

/** The effect of the built-in tool that begins a playbook: today's instance is requested. */
export function playbookAsked(
  { action }: { readonly action: ActionIdentity },
  result: unknown,
  { artifacts, now }: Pick<DecisionContext, 'artifacts' | 'now'>,
): readonly Fact[] {
  if (compiledTool(artifacts, action.tool)?.definition.builtin !== 'begin_playbook') return [];
  const { playbook } = result as { playbook: string };
  const { actionId, runId } = action;
  const day = dayOfPlaybook(artifacts, activePlaybook(artifacts, playbook), now);
  return [{ name: 'playbook.asked', data: { actionId, runId, playbook, day, askedAt: now } }];
}
