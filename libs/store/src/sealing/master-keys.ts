import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import { terminal } from '@arbiter/contracts';
import { NONCE_BYTES } from './nonces';
import { nameOf, type Customer } from './sealer';
import { TAG_BYTES } from './value-cipher';

/** Wraps the customers' data keys with the first master key, and unwraps those that any of the master keys wrapped. */
export class MasterKeys {
  constructor(private readonly keys: readonly Buffer[]) {
    if (keys.some((key) => key.length !== 32)) {
      throw terminal(
        'invalid_master_key',
        'ARBITER_MASTER_KEY must be 32 bytes in base64, or several of them separated by commas',
        'ARBITER_MASTER_KEY',
      );
    }
  }

  get isEmpty(): boolean {
    return this.keys.length === 0;
  }

  wrap(customer: Customer, secret: Buffer): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.keys[0]!, nonce);
    cipher.setAAD(Buffer.from(nameOf(customer)));
    return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  }

  /**
   * CX-03: digests that cannot be made or reversed without the master key. A tenant's key is derived from the first
   * master key, so it is stored nowhere. With another master key the same values get other tokens; the values of
   * earlier tokens are in the log.
   */
  digestsOf(tenant: string): (kind: string, value: string) => string {
    const key = createSecretKey(this.derived(`arbiter pseudonyms v1 ${tenant}`));
    return (kind, value) => createHmac('sha256', key).update(`${kind}\n${value}`).digest('hex');
  }

  /** Throws a terminal `wrong_master_key` when none of the keys opens it. */
  unwrap(customer: Customer, wrapped: Buffer): Buffer {
    for (const key of this.keys) {
      const secret = unwrapWith(key, customer, wrapped);
      if (secret) return secret;
    }
    throw terminal(
      'wrong_master_key',
      'no key in ARBITER_MASTER_KEY opens the stored data keys; give the one they were made with',
      'ARBITER_MASTER_KEY',
    );
  }

  /** A key for one purpose, from the first master key, which it does not give away. */
  private derived(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.keys[0]!, '', purpose, 32));
  }
}

function unwrapWith(master: Buffer, customer: Customer, wrapped: Buffer): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', master, wrapped.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(nameOf(customer)));
  decipher.setAuthTag(wrapped.subarray(wrapped.length - TAG_BYTES));
  try {
    return Buffer.concat([
      decipher.update(wrapped.subarray(NONCE_BYTES, wrapped.length - TAG_BYTES)),
      decipher.final(),
    ]);
  } catch {
    return null;
  }
}
