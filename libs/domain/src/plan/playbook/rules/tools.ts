import { oneOf, riskOf, toolOf, type Draft, type PlaybookRule } from '../draft';

/** Everything that a plan calls: its steps, and the reads that the compiler puts before and after them. */
const callsOf = ({ proposal, definition }: Draft) => [
  ...proposal.steps.map(({ id, tool }) => ({ id, tool })),
  ...definition.reads.map(({ read, tool }) => ({ id: read, tool })),
];

/** PL-05, CP-11: a plan calls only tools that the playbook lists. */
export const toolsAreListed: PlaybookRule = (draft) =>
  callsOf(draft)
    .filter((call) => riskOf(draft, call) === undefined)
    .map(({ id, tool }) => ({
      node: id,
      reason: `calls ${tool}, which the playbook does not list`,
      fix: oneOf(draft.definition.tools.map(({ tool: listed }) => listed)),
    }));

export const toolsExist: PlaybookRule = (draft) =>
  callsOf(draft)
    .filter((call) => toolOf(draft, call) === undefined)
    .map(({ id, tool }) => ({
      node: id,
      reason: `calls ${tool}, which the tenant does not have`,
      fix: 'use another tool of the playbook, or add it to tools.yaml',
    }));

/** PL-08: a tool does not become harmless by being called so. */
export const risksAgree: PlaybookRule = (draft) =>
  callsOf(draft).flatMap((call) => {
    const listed = riskOf(draft, call)!;
    const { riskClass } = toolOf(draft, call)!;
    return listed.endsWith(riskClass)
      ? []
      : [
          {
            node: call.id,
            reason: `${call.tool} is listed as ${listed}, but its tool is a ${riskClass}`,
            fix: 'correct the risk in the playbook',
          },
        ];
  });

/** CX-02: the reads of a snapshot change nothing. */
export const readsOnlyRead: PlaybookRule = (draft) =>
  draft.definition.reads
    .filter((read) => riskOf(draft, read) !== 'read')
    .map((read) => ({
      node: read.read,
      reason: `is read with ${read.tool}, which changes something`,
      fix: 'read with a tool of the risk `read`',
    }));

/** PL-10 */
export const toolsAreInScope: PlaybookRule = (draft) => {
  const { allowed } = draft.definition.scope;
  return callsOf(draft).flatMap((call) => {
    const { extension, capability } = toolOf(draft, call)!;
    if (Object.hasOwn(allowed, extension) && allowed[extension]!.includes(capability)) return [];
    return [
      {
        node: call.id,
        reason: `needs ${capability} of ${extension}, which is outside the scopes of the playbook`,
        fix: 'use a tool within its scopes',
      },
    ];
  });
};

export const toolsAreAllowed: PlaybookRule = (draft) =>
  callsOf(draft)
    .filter(({ tool }) => !draft.bundle.policy.allowList.includes(tool))
    .map(({ id, tool }) => ({
      node: id,
      reason: `calls ${tool}, which is not on the allow list of the tenant`,
      fix: 'use a tool that is, or add it to policies.yaml',
    }));
