import { jsonIn, openReceiver, type Received, type ServeOptions } from '@arbiter/channels';
import type { OutboundMessage } from '@arbiter/contracts';
import { readConfiguration } from './configuration';
import { postTo } from './post';
import { verify } from './signature';

/**
 * `POST /messages` and `POST /cancel` take what is signed and answer 202 once it is kept; replies are posted to the
 * configured address.
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
        routes: (server) => {
          server.addHook('onRequest', async ({ headers, method }) => hosts.check(headers, method));
          const take = (path: string, given: (body: unknown) => Promise<unknown>) =>
            server.post<Received>(path, async ({ headers, body }, reply) => {
              verify(secrets, headers, body, Date.now());
              await given(jsonIn(body));
              return reply.code(202).send({ status: 'accepted' });
            });
          take('/messages', (body) => host.accept(body));
          take('/cancel', (body) => host.cancel(body));
        },
      }),
  };
}
