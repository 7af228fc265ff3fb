import type { ApprovalView } from '@arbiter/contracts';

/** The question, the exact action, its rule and its deadline; an answer names the id. */
export function approvalLines({
  id,
  playbook,
  day,
  object,
  question,
  tool,
  args,
  rule,
  reasons,
  expiresAt,
}: ApprovalView): readonly string[] {
  return [
    `${id}  ${playbook} ${day} ${object}`,
    `  ${question ?? 'what it asks is no longer in the log'}`,
    ...(tool === null ? [] : [`  ${tool}`]),
    ...Object.entries(args ?? {}).map(
      ([name, value]) => `    ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ),
    ...(rule === null ? [] : [`  because of ${[rule, ...reasons].join(', ')}`]),
    `  until ${momentOf(expiresAt)}`,
  ];
}

/** An instant to the minute, in UTC. */
export const momentOf = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;
