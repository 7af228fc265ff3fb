import { builtinModules } from 'node:module';

/** The rooms of the domain, in the order in which a turn passes them: each imports only those before it. */
const ROOMS = ['language', 'words', 'prose', 'session', 'instance', 'plan', 'run', 'action'];

/** The libraries that do I/O, each with those that it may import beside the contracts. */
const INFRASTRUCTURE = {
  resilience: [],
  store: ['resilience'],
  models: ['resilience', 'store'],
  artifacts: ['resilience', 'store', 'models'],
  runtime: ['resilience', 'store', 'models', 'artifacts'],
  views: ['resilience', 'store'],
};

/** The feature folders of these libraries: each is imported through its index. */
const FEATURES = [
  'bus',
  'configuration',
  'database',
  'deployment',
  'event-store',
  'health',
  'json-schema',
  'knowledge',
  'observability',
  'partitions',
  'privacy',
  'reconciliation',
  'rules',
  'sealing',
  'service',
  'shell',
  'web',
];

const FRAMEWORKS = ['@nestjs/*', 'pg', 'kysely', 'kysely/*', 'ioredis', '@nats-io/*', 'fastify', 'pino', 'prom-client'];
const SPECS = ['**/*.spec.ts', '**/*.int-spec.ts', '**/*.e2e-spec.ts', '**/*.long-spec.ts'];
const TESTS = [...SPECS, '**/testing/**/*.ts'];

interface Restriction {
  readonly group: readonly string[];
  readonly message: string;
}

const PURE = 'libs/domain and libs/contracts are pure: no I/O, no framework';
const pure: Restriction = { group: ['node:*', '@opentelemetry/*', ...FRAMEWORKS], message: PURE };
/** By their bare names, as in `import 'fs'`. */
const builtins = builtinModules.map((name) => ({ name, message: PURE }));
const faces: Restriction = {
  group: FEATURES.map((name) => `../**/${name}/**`),
  message: 'a feature folder is imported through its index',
};
const browser: Restriction = { group: ['node:*'], message: 'the page runs in a browser' };
const before = (room: string, later: readonly string[]): Restriction => ({
  group: later.flatMap((name) => [`**/${name}`, `**/${name}/**`]),
  message: `a room imports only what stands before it (${ROOMS.join(', ')}): ${room} knows nothing of what comes later`,
});

/** What only tests import: real servers, the vendor of the demo, and what tests of several packages share. */
const FOR_TESTS = ['stack', 'sandbox-vendor', 'channels/testing', 'store/testing/*', 'views/testing/*'];
const testing: Restriction = { group: ['**/testing', '**/testing/**'], message: 'only tests import what is for tests' };

/** The packages of ours that a folder may import, and further restrictions; its tests may import FOR_TESTS as well. */
const boundary = (folder: string, ours: readonly string[], ...others: readonly Restriction[]) => [
  { files: [`${folder}/**/*.{ts,tsx}`], rules: rulesOf([only(folder, ours), testing, ...others]) },
  testsOf(folder, ours, ...others),
];
const testsOf = (folder: string, ours: readonly string[], ...others: readonly Restriction[]) => ({
  files: TESTS.map((test) => `${folder}/${test}`),
  rules: rulesOf([only(folder, [...ours, ...FOR_TESTS]), ...others]),
});
const rulesOf = (patterns: readonly Restriction[]) =>
  restricted({ patterns, ...(patterns.includes(pure) && { paths: builtins }) });
const restricted = (imports: object) => ({ 'no-restricted-imports': ['error', imports] });
const only = (folder: string, ours: readonly string[]): Restriction => ({
  group: ['@arbiter/*', '@arbiter/*/*', ...ours.map((name) => `!@arbiter/${name}`)],
  message: `of ours, ${folder} may import ${ours.join(', ') || 'nothing'}`,
});

const SERVICE = ['contracts', ...Object.keys(INFRASTRUCTURE), 'runtime/node-version'];
const DECIDING_SERVICE = [...SERVICE, 'domain'];
const ADAPTER = ['contracts', 'channels', 'runtime/adapter', 'runtime/node-version'];

/** These parse what this platform wrote itself: its log, its messages, its tables and its own API. */
const OF_OUR_OWN = [
  'apps/chat-page/src/**',
  'apps/ingress/src/{views,intake}/**',
  'libs/contracts/src/{read-json,artifacts/files}.ts',
  'libs/runtime/src/{bus,reconciliation,rules,shell}/**',
  'libs/store/src/{event-store,sealing}/**',
  'libs/artifacts/src/{activate,bundles}.ts',
  'libs/models/src/asks/wire.ts',
  // The envelope of a provider: what the model said is a text within it.
  'libs/models/src/wire/{guarded-fetch,wire-rule}.ts',
];

export default {
  plugins: ['typescript', 'unicorn', 'oxc', 'import'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    complexity: ['error', { max: 15, variant: 'modified' }],
    'max-params': ['error', { max: 5 }],
    'max-lines': ['error', { max: 270, skipComments: true, skipBlankLines: true }],
    'max-lines-per-function': ['error', { max: 70, skipComments: true, skipBlankLines: true }],
    'no-console': 'error',
    eqeqeq: 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-extraneous-class': ['error', { allowWithDecorator: true }],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    // rules of the two categories that this code breaks on purpose
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'oxc/no-map-spread': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-thenable': 'off',
    'unicorn/require-module-specifiers': 'off',
  },
  overrides: [
    ...boundary('libs/contracts/src', [], pure),
    ...Object.entries(INFRASTRUCTURE).flatMap(([library, ours]) =>
      boundary(`libs/${library}/src`, ['contracts', ...ours], faces),
    ),
    // Its tests read the tenants of the demo.
    testsOf('libs/models/src', ['contracts', ...INFRASTRUCTURE.models, 'artifacts'], faces),
    ...boundary('libs/channels/src', ['contracts', 'runtime/adapter']),
    // For files beside the rooms; in a room its own boundary replaces it.
    ...boundary('libs/domain/src', ['contracts'], pure),
    ...ROOMS.flatMap((room, index) => {
      const later = ROOMS.slice(index + 1);
      return boundary(
        `libs/domain/src/${room}`,
        ['contracts'],
        pure,
        ...(later.length > 0 ? [before(room, later)] : []),
      );
    }),
    ...['ingress', 'provider-gateway', 'telemetry'].flatMap((app) => boundary(`apps/${app}/src`, SERVICE)),
    ...['router', 'planner', 'executor', 'action-gateway'].flatMap((app) =>
      boundary(`apps/${app}/src`, DECIDING_SERVICE),
    ),
    ...boundary('apps/channel-*/src', ADAPTER),
    {
      files: ['apps/chat-page/src/**/*.{ts,tsx}'],
      rules: restricted({
        paths: [
          {
            name: '@arbiter/contracts',
            allowTypeImports: true,
            message: 'the page takes types from the contracts, and how a run and an instance are read',
          },
        ],
        patterns: [only('the page', ['contracts', 'contracts/instance-progress', 'contracts/run-view']), browser],
      }),
    },
    {
      files: ['{apps,libs}/*/src/**/*.{ts,tsx}', 'tools/lab/eval/src/**/*.ts'],
      rules: {
        'no-restricted-properties': [
          'error',
          { object: 'JSON', property: 'parse', message: 'what others wrote is read by readJson, which keeps numbers' },
        ],
      },
    },
    { files: [...OF_OUR_OWN, ...TESTS], rules: { 'no-restricted-properties': 'off' } },
    {
      files: ['libs/{domain,contracts}/src/**/*.ts'],
      rules: {
        'no-restricted-globals': ['error', 'fetch', 'setTimeout', 'setInterval', 'process', 'performance', 'crypto'],
      },
    },
    {
      files: SPECS,
      rules: {
        'no-restricted-globals': 'off',
        'max-params': 'off',
        'max-lines-per-function': 'off',
        'max-lines': ['error', { max: 550, skipComments: true, skipBlankLines: true }],
      },
    },
  ],
  ignorePatterns: ['**/dist/**', 'node_modules', '**/*.mjs', '**/*.js', '.data'],
};
