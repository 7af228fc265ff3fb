import { AllowedHosts, readAddress, required, streamsPerClient } from '@arbiter/channels';
import { terminal } from '@arbiter/contracts';

const LEAST_BYTES = 32;

export interface WebConfiguration {
  readonly host: string;
  readonly port: number;
  readonly hosts: AllowedHosts;
  readonly streamsPerClient: number;
  /** with any of which the site's back end may sign its visitors' tokens */
  readonly secrets: readonly Buffer[];
  /** pages that may call; a request from another page is refused */
  readonly origins: ReadonlySet<string>;
}

export function readConfiguration(environment: NodeJS.ProcessEnv): WebConfiguration {
  const secrets = required(environment, 'ARBITER_WEB_SECRETS', '32 or more random bytes in base64')
    .split(',')
    .map(secretOf);
  const origins = required(
    environment,
    'ARBITER_WEB_ORIGINS',
    'the origins of the pages that may call, as https://www.example.com, several by commas',
  );
  const address = readAddress(environment);
  return {
    ...address,
    secrets,
    origins: new Set(origins.split(',').map(originOf)),
    hosts: AllowedHosts.read(environment, address.host),
    streamsPerClient: streamsPerClient(environment),
  };
}

function secretOf(text: string): Buffer {
  const secret = Buffer.from(text.trim(), 'base64');
  if (secret.length < LEAST_BYTES) {
    throw terminal(
      'configuration',
      `ARBITER_WEB_SECRETS holds one of ${secret.length} bytes; set it to ${LEAST_BYTES} or more random bytes in base64, several by commas`,
      'ARBITER_WEB_SECRETS',
    );
  }
  return secret;
}

function originOf(text: string): string {
  const origin = text.trim();
  if (URL.parse(origin)?.origin !== origin) {
    throw terminal(
      'configuration',
      `ARBITER_WEB_ORIGINS holds "${origin}"; write scheme, host and port and nothing behind them, as https://www.example.com`,
      'ARBITER_WEB_ORIGINS',
    );
  }
  return origin;
}
