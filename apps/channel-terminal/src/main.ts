import '@arbiter/runtime/node-version';
import { answerAdapterHelp, serveChannel } from '@arbiter/channels';
import { terminal } from './channel';
import { HELP } from './help';
import { Prompt } from './prompt';

/** Ends with the input: 0 when every line was answered, 1 otherwise; 130 and 143 on SIGINT and SIGTERM. */
async function main(): Promise<number> {
  const prompt = new Prompt({ input: process.stdin, output: process.stdout });
  const stopped = new Promise<number>((resolve) => {
    process.once('SIGINT', () => resolve(130));
    process.once('SIGTERM', () => resolve(143));
  });
  const host = await serveChannel(terminal, prompt.options(process.env));
  const code = await Promise.race([stopped, prompt.ended.then((failed) => (failed === 0 ? 0 : 1))]);
  await host.close();
  return code;
}

answerAdapterHelp(HELP);
main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`channel-terminal: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
