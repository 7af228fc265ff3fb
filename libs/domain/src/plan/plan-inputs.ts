import { streamOf, type Command, type DueCommand, type Incoming, type Proposal } from '@arbiter/contracts';

/** A model, or the provider in its place, answered one attempt to draft a plan. */
export interface DraftAnswered extends Command {
  readonly name: 'draft.answered';
  readonly attempt: number;
  /** which question of its key, and which ask of the attempt */
  readonly question: number;
  readonly asked: number;
  readonly proposal: Proposal;
}

export type PlanEvent = Incoming<
  | 'run.requested'
  | 'revision.requested'
  | 'plan.awaited'
  | 'revision.awaited'
  | 'plan.drawn_up'
  | 'plan.revised'
  | 'plan.draft_failed'
  | 'plan.cache_hit'
  | 'run.continued'
>;

export type PlanInput = PlanEvent | DraftAnswered | DueCommand;

/**
 * The streams in which an event is decided: those of the runs and branches that it concerns, or that of the key they
 * wait at.
 */
export function streamsForPlan({ name, tenant, data }: PlanEvent): readonly string[] {
  switch (name) {
    case 'revision.requested':
    case 'run.continued':
      return [streamOf('plan', tenant, data.runId)];
    case 'plan.awaited':
    case 'revision.awaited':
      return [streamOf('plan', tenant, `key.${data.planKey}`)];
    case 'plan.draft_failed':
      return data.waiting.map(({ requestId }) => streamOf('plan', tenant, requestId));
    case 'plan.drawn_up':
    case 'plan.revised':
      return data.requestIds.map((requestId) => streamOf('plan', tenant, requestId));
    default:
      return [streamOf('plan', tenant, data.requestId)];
  }
}
