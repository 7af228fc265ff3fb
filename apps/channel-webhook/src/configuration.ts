import { AllowedHosts, readAddress, required } from '@arbiter/channels';
import { terminal } from '@arbiter/contracts';

const LEAST_BYTES = 24;

export interface WebhookConfiguration {
  readonly host: string;
  readonly port: number;
  readonly hosts: AllowedHosts;
  /** the first signs outgoing requests; any may have signed an incoming one */
  readonly secrets: readonly Buffer[];
  readonly url: string;
}

export function readConfiguration(environment: NodeJS.ProcessEnv): WebhookConfiguration {
  const secrets = required(environment, 'ARBITER_WEBHOOK_SECRETS', '24 or more random bytes in base64')
    .split(',')
    .map(secretOf);
  const url = required(environment, 'ARBITER_WEBHOOK_URL', 'the address that replies are posted to');
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw terminal(
      'configuration',
      'ARBITER_WEBHOOK_URL is no address; set it to one that begins with https:// or http://',
      'ARBITER_WEBHOOK_URL',
    );
  }
  const address = readAddress(environment);
  return { ...address, hosts: AllowedHosts.read(environment, address.host), secrets, url };
}

function secretOf(text: string): Buffer {
  const secret = Buffer.from(text.trim().replace(/^whsec_/, ''), 'base64');
  if (secret.length < LEAST_BYTES) {
    throw terminal(
      'configuration',
      `ARBITER_WEBHOOK_SECRETS holds one of ${secret.length} bytes; set it to ${LEAST_BYTES} or more random bytes in base64, several by commas`,
      'ARBITER_WEBHOOK_SECRETS',
    );
  }
  return secret;
}
