import type { PlaybookBudgets, PlaybookSchedule } from '@arbiter/contracts';
import { copyOfStudio } from './copy-of-studio';

/**
 * A copy of the studio whose playbooks begin by hand or upon an event, except for those with a schedule here, for their
 * instances or for a look at their objective: at nine o'clock a test would otherwise have one more instance. An
 * approval stays open as long as the studio's setting, or for so many seconds.
 */
export function studioByHand(
  schedules: Readonly<Record<string, PlaybookSchedule>> = {},
  watches: Readonly<Record<string, PlaybookSchedule>> = {},
  secondsToAnswer: number | null = null,
): string {
  const copy = copyOfStudio();
  copy.changeActivations((activations) =>
    activations.map((activation) => {
      const { [activation.playbook]: schedule } = schedules;
      const { [activation.playbook]: watch } = watches;
      return { ...activation, ...(schedule && { schedule }), ...(watch && { watch }) };
    }),
  );
  if (secondsToAnswer !== null) copy.expireApprovalsAfter(secondsToAnswer);
  return copy.folder;
}

/** The studio by hand, whose follow-up of invoices has these budgets. */
export function studioWith(budgets: PlaybookBudgets): string {
  const copy = copyOfStudio();
  copy.changePlaybook('invoice_followup', (definition) => ({ ...definition, budgets }));
  return copy.folder;
}
