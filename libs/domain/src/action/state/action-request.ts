import type { ActionOrigin, CapabilityScope, DecisionContext, EventData, Values } from '@arbiter/contracts';

/** Which action: repeated in every fact of its stream. */
export interface ActionIdentity {
  readonly actionId: string;
  readonly runId: string;
  readonly stepId: string;
  readonly origin: ActionOrigin;
  readonly tool: string;
  /** the turn that approved it; left out where no approval was needed */
  readonly approvedBy?: string;
}

/**
 * AG-01: a request to the gateway, the input of `evaluateExecution(input, currentState)` in CP-03. It is only a claim:
 * see checks/origin.
 */
export interface ActionRequest extends ActionIdentity {
  readonly args: Values;
  /** null and an empty scope are both a no (CP-02) */
  readonly scope: CapabilityScope | null;
  readonly idempotencyKey: string;
  readonly planHash: string;
  /** the bundle it was asked for with */
  readonly artifacts: string;
}

export const identityOf = ({ actionId, runId, stepId, origin, tool, approvedBy }: ActionIdentity): ActionIdentity => ({
  actionId,
  runId,
  stepId,
  origin,
  tool,
  ...(approvedBy === undefined ? {} : { approvedBy }),
});

export const requestOf = ({
  args,
  scope,
  idempotencyKey,
  planHash,
  artifacts,
  ...data
}: EventData<'action.requested'>): ActionRequest => ({
  ...identityOf(data),
  args,
  scope,
  idempotencyKey,
  planHash,
  artifacts,
});

/** The customer on whose behalf it is requested: bound by the platform, never taken from an argument. */
export interface Principal {
  readonly tenant: string;
  readonly customerId: string;
}

export const principalOf = ({ tenant, customerId }: Pick<DecisionContext, 'tenant' | 'customerId'>): Principal => ({
  tenant,
  customerId,
});
