import { jsonIn, openReceiver, type ServeOptions } from '@arbiter/channels';
import type { OutboundMessage } from '@arbiter/contracts';
import { readConfiguration } from './configuration';
import { postTo } from './post';
import { verify } from './signature';

/**
 * `POST /messages` takes a signed message and answers 202 once it is kept; replies are posted to the configured
 * address.
 */
export function webhookOptions(environment: NodeJS.ProcessEnv): ServeOptions<unknown, OutboundMessage> {
  const { host: address, port, hosts, secrets, url } = readConfiguration(environment);
  return {
    environment,
    deliver: postTo(url, secrets[0]!),
    receive: (host) =>
      openReceiver({
        host: address,
        port,
        logger: host.logger,
        guard: ({ headers, method = '' }) => hosts.check(headers, method),
        routes: {
          'POST /messages': async ({ headers, body }) => {
            verify(secrets, headers, body, Date.now());
            await host.accept(jsonIn(body));
            return { status: 202, headers: { 'content-type': 'application/json' }, body: '{"status":"accepted"}' };
          },
        },
      }),
  };
}
