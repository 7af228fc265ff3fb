import { StackError, titleOf } from '../stack-error';
import type { Server, ServerName } from '../types';

/**
 * The server that ARBITER_<SERVER>_URL names, once `probe` has talked to it; undefined when the variable is
 * not set or ARBITER_STACK_<SERVER> asks for another source. We neither stop nor restart it.
 */
export async function serverFromEnvironment(
  server: ServerName,
  environment: NodeJS.ProcessEnv,
  probe: (url: URL) => Promise<string>,
): Promise<Server | undefined> {
  const variable = `ARBITER_${server.toUpperCase()}_URL`;
  const text = environment[variable];
  if (!text || environment[`ARBITER_STACK_${server.toUpperCase()}`]) return undefined;
  const url = parse(server, variable, text);
  try {
    const version = await probe(url);
    return {
      url: text,
      source: 'environment',
      describe: `${[titleOf(server), version].join(' ').trim()} at ${url.host} (environment, ${variable})`,
      stop: async () => undefined,
    };
  } catch (error) {
    throw new StackError(
      server,
      `nothing usable answers at ${url.host}, which ${variable} names (${(error as Error).message})`,
      `start it, correct ${variable} or unset it`,
      { cause: error },
    );
  }
}

function parse(server: ServerName, variable: string, text: string): URL {
  try {
    // A NATS URL may be a list; that its first server answers is enough here.
    return new URL(text.split(/,(?=\w+:\/\/)/)[0] as string);
  } catch {
    // The text itself stays out of the message: it may hold a password.
    throw new StackError(
      server,
      `${variable} is not a URL`,
      `write it as ${{ postgres: 'postgres', nats: 'nats', redis: 'redis' }[server]}://user:password@host:port`,
    );
  }
}
