const { makeBundles } = require('./tools/e2e/dist/jest/packages/make-bundles.js');

/** One project a kind of test: pure, one part with real servers, the whole flow, and what takes minutes. */
const base = {
  rootDir: __dirname,
  // Not among the temporary files: what is compiled stays for the next run.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  transform: {
    '^.+\\.m?ts$': [
      '@swc/jest',
      {
        module: { type: 'commonjs' },
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
      },
    ],
  },
  moduleNameMapper: {
    '^@arbiter/(artifacts|channels|contracts|domain|models|resilience|runtime|store|views)$': '<rootDir>/libs/$1/src',
    '^@arbiter/contracts/(instance-progress|run-view)$': '<rootDir>/libs/contracts/src/$1',
    '^@arbiter/runtime/adapter$': '<rootDir>/libs/runtime/src/adapter',
    '^@arbiter/(store|views)/testing/(.*)$': '<rootDir>/libs/$1/src/testing/$2',
    '^@arbiter/channels/testing$': '<rootDir>/libs/channels/src/testing',
    // the one ES module of the domain: its package is for import only, which is not what tests compile to
    '^\\./letters\\.mjs$': './letters.mts',
    '^@arbiter/(stack|sandbox-vendor)$': '<rootDir>/tools/dev/$1/src',
    '^@arbiter/stack/loans$': '<rootDir>/tools/dev/stack/src/loans/lender-client',
  },
  resolver: '<rootDir>/tools/e2e/dist/jest/packages/resolver.js',
  runtime: '<rootDir>/tools/e2e/dist/jest/compiled-once.js',
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/dist-test/'],
  modulePathIgnorePatterns: ['/dist/', '/dist-test/', '/.data/'],
};
const project = (displayName, pattern) => ({
  ...base,
  displayName,
  testMatch: [`<rootDir>/{apps,libs,tools,deploy}/**/*.${pattern}.ts`],
});
const withServers = {
  testEnvironment: '<rootDir>/tools/e2e/src/jest/test-environment.ts',
  globalSetup: '<rootDir>/tools/e2e/src/jest/set-up.ts',
  globalTeardown: '<rootDir>/tools/e2e/src/jest/tear-down.ts',
};

const config = {
  projects: [
    project('unit', 'spec'),
    { ...project('integration', 'int-spec'), ...withServers },
    { ...project('flow', 'e2e-spec'), ...withServers },
    { ...project('long', 'long-spec'), ...withServers },
  ],
  testSequencer: '<rootDir>/tools/e2e/dist/jest/longest-first.js',
  // A limit for hanging only: a busy machine takes minutes to start a whole system.
  testTimeout: 300_000,
};

module.exports = async () => {
  await makeBundles();
  return config;
};
