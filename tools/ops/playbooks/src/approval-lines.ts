import { LEFT_OUT, oneLine, safeLines, type ApprovalView, type Values } from '@arbiter/contracts';

/** The question, the exact action, its rule and its deadline; an answer names the id. */
export function approvalLines({
  id,
  playbook,
  day,
  object,
  question,
  tool,
  args,
  prepared,
  rule,
  reasons,
  expiresAt,
}: ApprovalView): readonly string[] {
  return [
    `${id}  ${playbook} ${day} ${object}`,
    `  ${oneLine(question ?? 'what it asks is no longer in the log')}`,
    ...(tool === null ? [] : [`  ${tool}`]),
    ...argumentLines(args ?? {}),
    ...prepared.flatMap(({ tool: written, args: of }) => [`  written before by ${written}`, ...argumentLines(of)]),
    ...(rule === null ? [] : [`  because of ${[rule, ...reasons].join(', ')}`]),
    `  until ${momentOf(expiresAt)}`,
  ];
}

/** A text of several lines keeps them, each further in; a mark stands where something of it cannot be shown. */
const argumentLines = (args: Values): readonly string[] =>
  Object.entries(args).flatMap(([name, value]) => {
    const [first = '', ...rest] = safeLines(typeof value === 'string' ? value : JSON.stringify(value), LEFT_OUT).split(
      '\n',
    );
    return [`    ${name}: ${first}`, ...rest.map((line) => `      ${line}`)];
  });

/** An instant to the minute, in UTC. */
export const momentOf = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;
