import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { terminal, type App } from '@arbiter/contracts';
import { forcedBy } from '@arbiter/artifacts';
import { ALL, isOn, prepareDatabase, required } from '@arbiter/runtime';
import { answerHelp, readArguments } from '../../../dev/command-line/command-line.cjs';

const TENANTS = resolve(__dirname, '../../../../deploy/tenants');

/** The migration job: brings the schema up to date, makes one login a service and activates the tenants' artifacts. */
async function main(environment: NodeJS.ProcessEnv): Promise<void> {
  const { values } = readArguments('migrate', process.argv.slice(2));
  const passwordOfAll = environment[passwordVariable(ALL)];
  await prepareDatabase({
    ownerUrl: required(environment, 'ARBITER_POSTGRES_OWNER_URL', 'postgres://owner:password@host:port/database'),
    passwordOf: (app) => required(environment, passwordVariable(app), 'the password this service connects with'),
    ...(passwordOfAll && { passwordOfAll }),
    tenants: tenantFolders(environment['ARBITER_TENANTS'] || TENANTS),
    twoStage: isOn(environment, 'TWO_STAGE_ENABLED'),
    forced: forcedBy(values),
    report: (line) => process.stdout.write(`migrate: ${line}\n`),
  });
}

const passwordVariable = (app: App | typeof ALL): string =>
  `ARBITER_DB_PASSWORD_${app.replaceAll('-', '_').toUpperCase()}`;

function tenantFolders(folder: string): readonly string[] {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const folders = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => join(folder, name));
  if (folders.length === 0)
    throw terminal(
      'configuration',
      `${folder} holds no tenant's folder; set ARBITER_TENANTS to one that does`,
      'ARBITER_TENANTS',
    );
  return folders.sort();
}

answerHelp('migrate');
main(process.env).catch((error: unknown) => {
  process.stderr.write(`migrate: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
