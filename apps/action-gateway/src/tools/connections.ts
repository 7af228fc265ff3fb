import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

const PER_HOST = 256;

/**
 * The connections to vendors. Reads share kept ones. Everything else has one of its own: a vendor that closes an idle
 * connection in the moment it is used again looks like one that failed after the effect.
 */
export class Connections {
  private readonly kept = {
    'http:': new HttpAgent({ keepAlive: true, maxSockets: PER_HOST }),
    'https:': new HttpsAgent({ keepAlive: true, maxSockets: PER_HOST }),
  };
  private readonly single = {
    'http:': new HttpAgent({ maxSockets: PER_HOST }),
    'https:': new HttpsAgent({ maxSockets: PER_HOST }),
  };

  agentFor(protocol: 'http:' | 'https:', method: string): HttpAgent {
    return (method === 'GET' ? this.kept : this.single)[protocol];
  }

  /** Cuts every connection, those in use too. */
  close(): void {
    for (const agent of [...Object.values(this.kept), ...Object.values(this.single)]) agent.destroy();
  }
}
