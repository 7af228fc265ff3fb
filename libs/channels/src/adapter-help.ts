/** The purpose of an adapter and its own variables, besides those that every adapter reads. */
export interface AdapterHelp {
  readonly does: string;
  /** the content of a variable, with its default or that it is required */
  readonly environment: Readonly<Record<string, string>>;
  readonly example: string;
}

const OF_EVERY_ADAPTER = {
  ARBITER_NATS_URL: 'the broker, nats://host:port; required',
  'ARBITER_NATS_USER, _PASSWORD': "who the adapter is there; the channel's own name when left out",
  ARBITER_TENANT: 'whose channel it is; shop when left out',
  'ARBITER_ADMIN_HOST, _PORT': 'probes and metrics; 127.0.0.1 and a free port when left out',
  ARBITER_LOG_LEVEL: 'trace, debug, info, warn, error or silent; info when left out',
};
/** Of an adapter that its provider or people call. */
export const LISTENING = { 'ARBITER_HTTP_HOST, _PORT': 'where it listens; 127.0.0.1 and 8080 when left out' };

const WIDTH = 34;

/** Prints the help and ends the process with 0 when the arguments ask for it; an adapter has no other arguments. */
export function answerAdapterHelp(
  { does, environment, example }: AdapterHelp,
  parameters: readonly string[] = process.argv.slice(2),
): void {
  if (parameters.length === 0) return;
  const lines = Object.entries({ ...environment, ...OF_EVERY_ADAPTER }).map(
    ([name, meaning]) => `  ${name.padEnd(WIDTH)} ${meaning}\n`,
  );
  const help = `${does}\n\nEnvironment\n${lines.join('')}\nExample\n  ${example}\n`;
  if (parameters.some((parameter) => parameter === '--help' || parameter === '-h')) {
    process.stdout.write(help);
    process.exit(0);
  }
  process.stderr.write(
    `an adapter takes no argument "${parameters[0]}", only variables of its environment; --help names them\n`,
  );
  process.exit(2);
}
