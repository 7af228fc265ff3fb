import { playbookName, type ActivePlaybook, type ArtifactBundle, type Plan, type Values } from '@arbiter/contracts';

/** The arguments of a run of a playbook. */
export interface PlaybookArgs {
  /** the tenant's settings */
  readonly parameters: Values;
  /** the day of the instance, an ISO date */
  readonly today: string;
  /**
   * when a person outside was last written to about an object, in the last seven days (PL-07); ISO instants by object
   */
  readonly touched: Readonly<Record<string, readonly string[]>>;
}

/** The playbook that a plan was compiled from; undefined for any other plan. */
export const playbookOfPlan = (
  bundle: ArtifactBundle,
  { template }: Pick<Plan, 'template'>,
): ActivePlaybook | undefined =>
  (bundle.playbooks ?? []).find(({ definition }) => playbookName(definition.playbook) === template);
