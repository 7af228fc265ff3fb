import type { ModelsDefinition } from '@arbiter/contracts';
import { mendedNotes, studioWithRefusedTool } from '../revised-studio';

const PLENTY = { tokens: 1_000_000_000, dollars: 100_000 };
/** Less than any call of a model, and one action too few for all that its objects and their revisions take. */
const RUN = { tokens: 10, actions: 22 };

/** Whom the notes of a playbook are written to: what a sweep did is told apart by that. */
export const keeperOf = (playbook: string): string => `${playbook}@studio.example`;

/** The studio with so many playbooks that are revised, ask for a yes, and are out of tokens and of actions in between; each begins by hand. */
export function sweepStudio(playbooks: readonly string[]): string {
  const copy = studioWithRefusedTool();
  copy.change('models.yaml', (models: ModelsDefinition) => ({
    ...models,
    budgets: { day: PLENTY, run: PLENTY, step: PLENTY },
    // No plan of the playbook's own stands in for one that no model may be asked for.
    tiers: Object.fromEntries(
      Object.entries(models.tiers).map(([tier, entries]) => [
        tier,
        entries.filter(({ model }) => model !== 'reference-plan'),
      ]),
    ),
  }));
  const definition = { ...mendedNotes(true), budgets: { day: PLENTY, run: RUN } };
  for (const playbook of playbooks) copy.add({ ...definition, playbook }, { keeper: keeperOf(playbook) });
  return copy.folder;
}
