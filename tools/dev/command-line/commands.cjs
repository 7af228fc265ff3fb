// What every command is for and takes. Its help is printed from here, and its arguments are read by it.
const { DEPLOYING } = require('./commands/deploying.cjs');
const { MEASURING } = require('./commands/measuring.cjs');
const { OPERATING } = require('./commands/operating.cjs');

const FORCED = {
  force: {
    value: 'NAME,…',
    does: 'lets what models do for these playbooks change, although it was not measured to be as good',
  },
  reason: { value: 'TEXT', does: 'why; it is kept with the activation' },
};

exports.COMMANDS = {
  start: {
    call: 'npm start --',
    does: 'Starts Arbiter on this machine: installs, builds, finds or fetches Postgres, NATS and Redis, starts all services, and is a chat.\nData stays in .data between starts. Lines on standard input are answered one by one; Ctrl-D or `exit` ends it.',
    forms: ['npm start -- [--serve] [--services] [--force NAME,… --reason TEXT]'],
    options: {
      serve: { does: 'stays up until it is stopped, without a chat' },
      services: { does: 'a process for each of the seven services; without it all run in one' },
      ...FORCED,
    },
    environment: {
      ARBITER_DATA: 'the folder of the data; .data when left out',
      ARBITER_HTTP_PORT: 'where the page and the API listen, 1 to 65535; 3000 when left out',
      ARBITER_API_KEY: 'the key the chat sends when ARBITER_API_KEYS asks for one',
    },
    exits: {
      0: 'it was ended, and every line was answered',
      1: 'it could not start, gave up, or a line was not answered',
      '130, 143': 'SIGINT, SIGTERM',
    },
    examples: ['npm start', 'npm start -- --serve', 'echo "Where is my order 1002?" | npm start'],
  },
  verify: {
    call: 'npm test --',
    does: 'Lint with its boundaries, generated files, then every unit, integration and flow test on throw-away data; `npm run verify`, which CI runs, goes on with the long tests.\nThe last line counts; what failed is named above it and kept in .failed-tests until the next run.',
    forms: ['npm test -- [--services]', 'npm run verify -- [--services]'],
    options: {
      long: {
        does: 'then the long tests: services killed at every event, the soak, releases side by side, and again with a process a service',
      },
      services: { does: 'flow tests start a process for each service wherever a test does not say otherwise' },
    },
    exits: { 0: 'everything passed', 1: 'something failed' },
    examples: ['npm test', 'npm run verify', 'npm test -- --services'],
  },
  reset: {
    call: 'npm run reset --',
    does: 'Deletes the data of `npm start` on this machine, so that the next start begins empty. Refuses while something runs on it.',
    forms: ['npm run reset'],
    environment: { ARBITER_DATA: 'the folder of the data; .data when left out' },
    exits: { 0: 'it is deleted', 1: 'something runs on it' },
    examples: ['npm run reset'],
  },
  ...OPERATING,
  ...DEPLOYING,
  ...MEASURING,
  generate: {
    call: 'npm run generate --',
    does: 'Writes the files that come from the code: pages, schemas, permissions of the broker, scalers, the dashboard and the picture in README.md.',
    forms: ['npm run generate -- [--check]'],
    options: { check: { does: 'writes nothing, only names what is stale' } },
    exits: { 0: 'everything is current', 1: 'with --check: something is stale' },
    examples: ['npm run generate', 'npm run generate -- --check'],
  },
  bundle: {
    call: 'node tools/dev/stack/dist/commands/bundle.js',
    does: 'Puts all services, the migration and the sandbox vendor into files of their own, as the image and `npm start` run them.',
    forms: ['node tools/dev/stack/dist/commands/bundle.js'],
    exits: { 0: 'they are current', 1: 'they could not be made' },
    examples: ['npm run build && node tools/dev/stack/dist/commands/bundle.js'],
  },
  migrate: {
    call: 'node tools/ops/migrate/dist/main.js',
    does: "The migration job: brings the schema up to date, makes one login a service and activates the tenants' artifacts.",
    forms: ['node tools/ops/migrate/dist/main.js [--force NAME,… --reason TEXT]'],
    options: FORCED,
    environment: {
      ARBITER_POSTGRES_OWNER_URL: "the owner's login, postgres://owner:password@host:port/database; required",
      'ARBITER_DB_PASSWORD_<APP>': 'the password that each of the seven services connects with; required',
      ARBITER_TENANTS: 'the folder with one folder a tenant; deploy/tenants when left out',
      TWO_STAGE_ENABLED: 'true or false: the flag `twoStage` of tenants that do not say; false when left out',
    },
    exits: { 0: 'the schema is current', 1: 'something went wrong' },
    examples: [
      'ARBITER_POSTGRES_OWNER_URL=postgres://owner:secret@localhost:5432/arbiter ARBITER_DB_PASSWORD_INGRESS=… node tools/ops/migrate/dist/main.js',
    ],
  },
  'sandbox-vendor': {
    call: 'node tools/dev/sandbox-vendor/dist/main.js',
    does: "The demo shop's back end: orders, refunds and tickets over HTTP, with faults on demand and a ledger of what was done.",
    forms: ['node tools/dev/sandbox-vendor/dist/main.js'],
    environment: {
      SANDBOX_PORT: '0 to 65535; a free one when left out',
      SANDBOX_HOST: 'the address it listens on',
      SANDBOX_DATA: 'the folder that keeps the ledger; in memory when left out',
      SANDBOX_SEED: 'a whole number from which the data of the tenants follows',
      SANDBOX_INVOICES: 'how many invoices the studio has; 132 when left out',
      'SANDBOX_ARBITER_URL, _KEY': 'where the page for linking an account tells Arbiter who it is',
    },
    exits: { 0: 'it was stopped', 1: 'it could not start' },
    examples: ['SANDBOX_PORT=4000 node tools/dev/sandbox-vendor/dist/main.js'],
  },
};
