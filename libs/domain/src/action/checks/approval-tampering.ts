import type { EventName, Incoming, RecordedOf } from '@arbiter/contracts';
import { isSameValue } from '../../canonical-hash';

/**
 * Why an approval that came over the broker is not genuine: `stored` is the fact at its place in the log,
 * `conversation` the stream in which the run was asked for, null where the log holds no such run. Null: it is the
 * person's own. The reason holds no personal data.
 */
export function approvalTampering(
  approval: Incoming<'approval.given'>,
  stored: RecordedOf<EventName> | null,
  conversation: string | null,
): string | null {
  if (stored === null || !isSameValue(nameOf(stored), nameOf(approval)))
    return 'tampering: the log holds no such approval at its place';
  if (conversation !== null && conversation !== approval.stream)
    return 'tampering: the approval is of another conversation than the run it speaks of';
  return null;
}

/** The same for what a person has found out about an action whose outcome was unknown. */
export const settlementTampering = (
  settlement: Incoming<'action.settlement_received'>,
  stored: RecordedOf<EventName> | null,
): string | null =>
  stored !== null && isSameValue(nameOf(stored), nameOf(settlement))
    ? null
    : 'tampering: the log holds no such settlement at its place';

const nameOf = ({ id, name, tenant, customerId, data }: RecordedOf<EventName>) => ({
  id,
  name,
  tenant,
  customerId,
  data,
});
