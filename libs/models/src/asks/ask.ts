import type { ModelGrants, RecordedQuestion, StepClass, WishedTier } from '@arbiter/contracts';
import type { InputOf, PurposeName } from '../purposes';

/**
 * A request of router or executor to provider-gateway. Its id (stream, version, purpose) makes a repeated one
 * recognisable.
 */
export interface Ask<Name extends PurposeName = PurposeName> {
  readonly askId: string;
  readonly tenant: string;
  readonly customerId: string;
  readonly purpose: Name;
  /** the hash of the bundle that decides which models are asked, and how */
  readonly artifacts: string;
  /** ISO 8601, UTC */
  readonly deadline: string;
  readonly input: InputOf<Name>;
  /** PV-03: the class that its step was compiled with */
  readonly class?: StepClass;
  /** CP-12: the tier that a caller or a model would like */
  readonly wish?: WishedTier;
  /** TL-14: the run, step and action that it serves, so that its calls are found with them */
  readonly runId?: string;
  readonly stepId?: string;
  readonly actionId?: string;
  /** PL-14: the recorded fact that it is asked for */
  readonly question?: RecordedQuestion;
  /** what the models of its step may cost, beside the budgets of the tenant */
  readonly dollars?: number;
  /** PL-28: the playbook whose budgets count as well, and the grants that the run has instead of them */
  readonly playbook?: string;
  readonly granted?: ModelGrants;
  /** whether its asker marks a new attempt as one; without it no new attempt begins once a piece of text was sent */
  readonly marksAttempts?: boolean;
  /** whether no reader follows the answer as it comes; set by the asker itself */
  readonly inOnePiece?: boolean;
}
