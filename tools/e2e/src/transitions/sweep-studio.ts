import type { ModelsDefinition, PlaybookDefinition, ProposedStep } from '@arbiter/contracts';
import type { Given } from '../recording-model';
import { mendedNotes, proposedByModel, studioWithRefusedTool } from '../revised-studio';

const PLENTY = { tokens: 1_000_000_000, dollars: 100_000 };
/** Less than any call of a model, and one action too few for all that its objects and their revisions take. */
const RUN = { tokens: 10, actions: 22 };

/** The value that a model finds for each object before its draft: its run is out of tokens by then. */
const SUBJECT = 'extract.currency';

/** The recipient of a playbook's notes, by which the work of a sweep is recognised. */
export const keeperOf = (playbook: string): string => `${playbook}@studio.example`;

/**
 * The studio with so many playbooks that are revised, ask a model for a value and a person for a yes, and are out of
 * tokens and of actions in between; each begins by hand.
 */
export function sweepStudio(playbooks: readonly string[]): string {
  const copy = studioWithRefusedTool();
  copy.change('models.yaml', (models: ModelsDefinition) => ({
    ...models,
    budgets: { day: PLENTY, run: PLENTY, step: PLENTY },
    // No reference plan replaces one that no model may be asked for.
    tiers: Object.fromEntries(
      Object.entries(models.tiers).map(([tier, entries]) => [
        tier,
        entries.filter(({ model }) => model !== 'reference-plan'),
      ]),
    ),
  }));
  const definition = withSubjectFound({ ...mendedNotes(true), budgets: { day: PLENTY, run: RUN } });
  for (const playbook of playbooks) copy.add({ ...definition, playbook }, { keeper: keeperOf(playbook) });
  return copy.folder;
}

function withSubjectFound({ plan, revisions, reads, ...definition }: PlaybookDefinition): PlaybookDefinition {
  const found = (steps: readonly ProposedStep[]): ProposedStep[] =>
    steps.map((step) =>
      'subject' in (step.args ?? {}) ? { ...step, args: { ...step.args, subject: { from: SUBJECT } } } : step,
    );
  return {
    ...definition,
    extract: [
      {
        extract: 'currency',
        class: 'extraction',
        from: 'currency',
        what: 'the currency',
        value: { type: 'string', pattern: '^[A-Z]{3}$' },
      },
    ],
    reads: reads.map((read) => ({ ...read, fields: { ...read.fields, currency: 'text' } })),
    plan: { ...plan, steps: found(plan.steps) },
    revisions: revisions!.map(({ steps, ...revision }) => ({ ...revision, ...(steps && { steps: found(steps) }) })),
  };
}

interface WrittenProposal {
  readonly steps: readonly { readonly args: readonly { readonly name: string }[] }[];
}

/** A model's answers to such a playbook: its plans, and the values it finds. */
export function answeredByModel(given: Given): object {
  if ('text' in given.data) return { value: given.data['text'] };
  const { steps, ...proposal } = proposedByModel(given) as WrittenProposal;
  const found = { value: null, from: SUBJECT, prose: null };
  return {
    ...proposal,
    steps: steps.map((step) => ({
      ...step,
      args: step.args.map((argument) => (argument.name === 'subject' ? { ...argument, ...found } : argument)),
    })),
  };
}
