import type { UiEvent } from '@arbiter/contracts';
import type { Keyring } from '@arbiter/platform';

/** A line of the UI log as it is stored and published: its payload sealed with the customer's key. */
export interface StoredUiLine extends Omit<UiEvent, 'payload'> {
  readonly customerId: string;
  readonly payload: { readonly sealed?: string };
}

/** What a client may read of stored lines; an erased customer's payloads are empty. */
export async function openLines(keyring: Keyring, lines: readonly StoredUiLine[]): Promise<UiEvent[]> {
  await keyring.load(lines.map(({ projectId, customerId }) => ({ tenant: projectId, customerId })));
  return lines.map(({ customerId, payload, ...event }) => {
    if (payload.sealed === undefined) return { ...event, payload };
    const customer = { tenant: event.projectId, customerId };
    return {
      ...event,
      payload: keyring.open(customer, `ui:${event.requestId}#${event.seq}`, payload.sealed, {}) as UiEvent['payload'],
    };
  });
}
