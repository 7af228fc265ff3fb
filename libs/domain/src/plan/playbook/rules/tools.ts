import { oneOf, riskOf, toolOf, type PlaybookRule } from '../draft';

/** PL-05, CP-11: only what the playbook lists is called. */
export const toolsAreListed: PlaybookRule = (draft) =>
  draft.proposal.steps
    .filter((step) => riskOf(draft, step) === undefined)
    .map(({ id, tool }) => ({
      node: id,
      reason: `calls ${tool}, which the playbook does not list`,
      fix: oneOf(draft.definition.tools.map(({ tool: listed }) => listed)),
    }));

export const toolsExist: PlaybookRule = (draft) =>
  [...draft.proposal.steps, ...draft.definition.reads.map(({ read, tool }) => ({ id: read, tool }))]
    .filter((step) => toolOf(draft, step) === undefined)
    .map(({ id, tool }) => ({
      node: id,
      reason: `calls ${tool}, which the tenant does not have`,
      fix: 'use another tool of the playbook, or add it to tools.yaml',
    }));

/** PL-08: a tool does not become harmless by being called so. */
export const risksAgree: PlaybookRule = (draft) =>
  draft.proposal.steps.flatMap((step) => {
    const listed = riskOf(draft, step)!;
    const { riskClass } = toolOf(draft, step)!;
    return listed.endsWith(riskClass)
      ? []
      : [
          {
            node: step.id,
            reason: `${step.tool} is listed as ${listed}, but its tool is a ${riskClass}`,
            fix: 'correct the risk in the playbook',
          },
        ];
  });

/** PL-10 */
export const toolsAreInScope: PlaybookRule = (draft) => {
  const { allowed } = draft.definition.scope;
  return draft.proposal.steps.flatMap((step) => {
    const { extension, capability } = toolOf(draft, step)!;
    if (Object.hasOwn(allowed, extension) && allowed[extension]!.includes(capability)) return [];
    return [
      {
        node: step.id,
        reason: `needs ${capability} of ${extension}, which is outside the scopes of the playbook`,
        fix: 'use a tool within its scopes',
      },
    ];
  });
};

export const toolsAreAllowed: PlaybookRule = (draft) =>
  draft.proposal.steps
    .filter(({ tool }) => !draft.bundle.policy.allowList.includes(tool))
    .map(({ id, tool }) => ({
      node: id,
      reason: `calls ${tool}, which is not on the allow list of the tenant`,
      fix: 'use a tool that is, or add it to policies.yaml',
    }));
