/** When the arguments ask for help, prints the purpose of the process and ends it. `app`: the folder under apps/. */
export function answerServiceHelp(app: string, parameters: readonly string[] = process.argv.slice(2)): void {
  if (!parameters.some((parameter) => parameter === '--help' || parameter === '-h')) return;
  const isAll = app === 'all';
  process.stdout.write(`Runs ${isAll ? 'all services in one process' : `the service ${app}`} until SIGTERM or SIGINT.

It takes no arguments and reads its environment: docs/configuration.md has every variable. What it decides and what it may touch
says apps/${app}/README.md.

Exit code
  0  it was stopped
  1  it could not start, and says why, or did not stop in time

Example
  npm start -- ${isAll ? '' : '--services '}--serve   starts it on this machine, with all that it needs
`);
  process.exit(0);
}
