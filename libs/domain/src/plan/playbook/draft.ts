import type {
  ActivePlaybook,
  ArtifactBundle,
  DeclaredRead,
  ExtractSlot,
  PlaybookDefinition,
  PlaybookProposal,
  PlaybookRisk,
  ProposedStep,
  ProseSlot,
  ToolDefinition,
} from '@arbiter/contracts';

/** Why a proposal is no plan: which rule, at which node, and how to correct it. It goes back to the proposer. */
export interface PlaybookRefusal {
  readonly rule: string;
  readonly node: string;
  readonly reason: string;
  readonly fix: string;
}

/** The input of a rule. */
export interface Draft {
  readonly proposal: PlaybookProposal;
  readonly definition: PlaybookDefinition;
  readonly bundle: ArtifactBundle;
}

/** The objections of one rule to a proposal; a rule may assume that the earlier ones have none. */
export type PlaybookRule = (draft: Draft) => readonly Omit<PlaybookRefusal, 'rule'>[];

export const draftOf = (proposal: PlaybookProposal, { definition }: ActivePlaybook, bundle: ArtifactBundle): Draft => ({
  proposal,
  definition,
  bundle,
});

export const toolOf = ({ bundle }: Draft, { tool }: Pick<ProposedStep, 'tool'>): ToolDefinition | undefined =>
  bundle.tools.find((candidate) => candidate.tool === tool);

export const riskOf = ({ definition }: Draft, { tool }: Pick<ProposedStep, 'tool'>): PlaybookRisk | undefined =>
  definition.tools.find((listed) => listed.tool === tool)?.risk;

export const readOf = ({ definition }: Draft, name: string): DeclaredRead | undefined =>
  definition.reads.find(({ read }) => read === name);

export const isWrittenOutside = (risk: PlaybookRisk | undefined): boolean => risk === 'external_communication';

/** The steps of a proposal as a graph. */
export const nodesOf = ({ proposal }: Draft) =>
  proposal.steps.map((step) => ({ ...step, dependsOn: step.dependsOn ?? [] }));

export const oneOf = (names: Iterable<string>): string => `use one of ${[...names].join(', ') || '(there are none)'}`;

export const proseSlot = ({ prose }: PlaybookDefinition, slot: string): ProseSlot | undefined =>
  prose?.find((known) => known.prose === slot);

export const extractSlot = ({ extract }: PlaybookDefinition, slot: string): ExtractSlot | undefined =>
  extract?.find((known) => known.extract === slot);
