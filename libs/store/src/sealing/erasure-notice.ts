import { subjects } from '@arbiter/contracts';
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import type { Keyring } from './keyring';
import type { Customer } from './sealer';

/** Tells every running process that a customer's key is destroyed. Resolves when the broker has it. */
export async function announceErasure(connection: NatsConnection, { tenant, customerId }: Customer): Promise<void> {
  connection.publish(subjects.keyErased(tenant), JSON.stringify({ tenant, customerId }));
  await connection.flush();
}

/**
 * Forgets keys as their erasure is announced, and all of them when the connection was away, for as long as it lasts.
 */
export function subscribeToErasures(
  connection: NatsConnection,
  keyring: Keyring,
  onTrouble: (error: unknown) => void,
): Subscription {
  void forgetAtReconnects(connection, keyring).catch(onTrouble);
  return connection.subscribe(subjects.everyKeyErased, {
    callback: (error, message) => {
      try {
        if (error) throw error;
        keyring.forget(message.json<Customer>());
      } catch (trouble) {
        onTrouble(trouble);
      }
    },
  });
}

async function forgetAtReconnects(connection: NatsConnection, keyring: Keyring): Promise<void> {
  for await (const { type } of connection.status()) if (type === 'reconnect') keyring.forgetAll();
}
