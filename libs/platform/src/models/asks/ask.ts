import type { ModelGrants, RecordedQuestion, StepClass, WishedTier } from '@arbiter/contracts';
import type { InputOf, PurposeName } from '../purposes';

/**
 * What router or executor asks of provider-gateway. An ask has an id (stream, version, purpose), so a repeated one is
 * recognised.
 */
export interface Ask<Name extends PurposeName = PurposeName> {
  readonly askId: string;
  readonly tenant: string;
  readonly customerId: string;
  readonly purpose: Name;
  /** the hash of the bundle that decides who is asked, and how */
  readonly artifacts: string;
  /** ISO 8601, UTC */
  readonly deadline: string;
  readonly input: InputOf<Name>;
  /** PV-03: what its step was compiled with */
  readonly class?: StepClass;
  /** CP-12: the tier that a caller or a model would like */
  readonly wish?: WishedTier;
  /** TL-14: what it is asked for, so that its calls are found with it */
  readonly runId?: string;
  readonly stepId?: string;
  readonly actionId?: string;
  /** PL-14: the recorded fact that it is asked for */
  readonly question?: RecordedQuestion;
  /** PL-28: the playbook whose budgets count as well, and what the run was given instead of them */
  readonly playbook?: string;
  readonly granted?: ModelGrants;
  /** whether its asker shows a new attempt as one; without it nothing is begun anew once a word was said */
  readonly marksAttempts?: boolean;
  /** whether nobody reads the answer as it comes; set by the asker itself */
  readonly inOnePiece?: boolean;
}
