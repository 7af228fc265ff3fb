import { announceReady, stopOnSignals } from '@arbiter/runtime/adapter';
import type { Channel } from './channel';
import { serveChannel, type ServeOptions } from './host';

/**
 * An adapter as a process: serves until SIGTERM, SIGINT or the end of its parent; ends with one clear line when it
 * cannot start, as when `optionsOf` throws because a variable is missing.
 */
export async function runChannel<Update, Post>(
  channel: Channel<Update, Post>,
  optionsOf: (environment: NodeJS.ProcessEnv) => ServeOptions<Update, Post>,
): Promise<void> {
  const name = `channel-${channel.name}`;
  try {
    const host = await serveChannel(channel, optionsOf(process.env));
    stopOnSignals(name, () => host.close());
    announceReady({ adminPort: host.adminPort, port: host.port });
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
