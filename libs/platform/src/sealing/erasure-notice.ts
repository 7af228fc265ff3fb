import { subjects } from '@arbiter/contracts';
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import type { Keyring } from './keyring';
import type { Customer } from './sealer';

/** Tells every running process that a customer's key is destroyed. Resolves when the broker has it. */
export async function announceErasure(connection: NatsConnection, { tenant, customerId }: Customer): Promise<void> {
  connection.publish(subjects.keyErased(tenant), JSON.stringify({ tenant, customerId }));
  await connection.flush();
}

/** Forgets keys as their erasure is announced, for as long as the connection lasts. */
export const heedErasures = (connection: NatsConnection, keyring: Keyring, onTrouble: (error: unknown) => void): Subscription =>
  connection.subscribe(subjects.everyKeyErased, {
    callback: (error, message) => {
      try {
        if (error) throw error;
        keyring.forget(message.json<Customer>());
      } catch (trouble) {
        onTrouble(trouble);
      }
    },
  });
