import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import commandLine from '../tools/dev/command-line/command-line.cjs';

const [folder = join(import.meta.dirname, '..')] = commandLine.takeArguments('make-secrets').operands;
const file = join(resolve(folder), '.env');
if (!existsSync(file)) fail(`there is no ${file}; make it with node deploy/make-env.mjs`);
const values = new Map(
  Array.from(readFileSync(file, 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm), ([, name, value]) => [name, value]),
);
const postgresHost = process.env.POSTGRES_HOST ?? 'postgres:5432';
const redisHost = process.env.REDIS_HOST ?? 'redis:6379';
const apps = ['ingress', 'router', 'planner', 'executor', 'action-gateway', 'provider-gateway', 'telemetry'];

// The settings of each adapter for its provider: every variable of .env that has the adapter's name in its own and has
// a value.
const channels = ['web', 'webhook', 'telegram', 'slack'];

const secrets = [
  secret('master-key', { 'master-key': valueOf('ARBITER_MASTER_KEY') }),
  ...apps.map((app) =>
    secret(app, {
      'postgres-url': `postgres://login_${app.replaceAll('-', '_')}:${valueOf(`ARBITER_DB_PASSWORD_${upper(app)}`)}@${postgresHost}/arbiter`,
      'nats-password': valueOf(`ARBITER_NATS_PASSWORD_${upper(app)}`),
      ...(app === 'ingress' ? { 'api-keys': valueOf('ARBITER_API_KEYS') } : {}),
      ...(['ingress', 'action-gateway'].includes(app)
        ? { 'redis-url': `redis://:${valueOf('ARBITER_REDIS_PASSWORD')}@${redisHost}` }
        : {}),
    }),
  ),
  ...channels.map((channel) =>
    secret(`channel-${channel}`, {
      ARBITER_NATS_PASSWORD: valueOf(`ARBITER_NATS_PASSWORD_CHANNEL_${upper(channel)}`),
      ...Object.fromEntries(
        [...values].filter(([name, value]) => name.startsWith(`ARBITER_${upper(channel)}_`) && value !== ''),
      ),
    }),
  ),
  secret('migrate', {
    ARBITER_POSTGRES_OWNER_URL: `postgres://arbiter_owner:${valueOf('ARBITER_DB_PASSWORD_OWNER')}@${postgresHost}/arbiter`,
    ...Object.fromEntries(
      apps.map((app) => [`ARBITER_DB_PASSWORD_${upper(app)}`, valueOf(`ARBITER_DB_PASSWORD_${upper(app)}`)]),
    ),
  }),
  secret('nats', Object.fromEntries([...values].filter(([name]) => name.startsWith('ARBITER_NATS_')))),
  secret('postgres', { password: valueOf('ARBITER_DB_PASSWORD_OWNER') }),
  secret('redis', { password: valueOf('ARBITER_REDIS_PASSWORD') }),
];
process.stdout.write(`${JSON.stringify({ apiVersion: 'v1', kind: 'List', items: secrets }, null, 2)}\n`);

function secret(name, stringData) {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: 'arbiter', labels: { 'app.kubernetes.io/part-of': 'arbiter' } },
    type: 'Opaque',
    stringData,
  };
}

function valueOf(name) {
  const value = values.get(name);
  if (!value) fail(`${file} has no ${name}; make it with node deploy/make-env.mjs`);
  return value;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function upper(name) {
  return name.replaceAll('-', '_').toUpperCase();
}
