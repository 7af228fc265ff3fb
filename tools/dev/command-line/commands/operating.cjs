// What an operator does beside the running services.
const DATABASE = {
  ARBITER_POSTGRES_URL: 'the database to work on; without it, that of `npm start` in ARBITER_DATA',
  ARBITER_MASTER_KEY: 'the key that opens the data keys of customers',
};

exports.OPERATING = {
  replay: {
    call: 'npm run replay --',
    does: 'Decides what the log holds again, with the rules of today and without any model or vendor, and compares byte by byte.',
    forms: [
      'npm run replay -- --all --verify',
      'npm run replay -- --run ID | --session ID | --stream ID [--show | --verify] [--archive FOLDER]',
    ],
    exactlyOne: ['all', 'run', 'session', 'stream'],
    options: {
      all: { does: 'every stream; tells only what is not equal' },
      run: { value: 'ID', does: 'the streams of one run; tells every decision' },
      session: { value: 'ID', does: 'one session and its runs; tells every decision' },
      stream: { value: 'ID', does: 'one stream, as plan-shop-r1; tells every decision' },
      verify: { does: 'tells only what is not equal' },
      show: { does: 'tells every decision' },
      archive: { value: 'FOLDER', does: 'reads what `npm run archive` took out of the log from there' },
    },
    environment: DATABASE,
    exits: {
      0: 'no decision differs under the same rules',
      1: 'one does, or something went wrong',
      2: 'the arguments are wrong',
    },
    examples: ['npm run replay -- --all --verify', 'npm run replay -- --session s1'],
  },
  projections: {
    call: 'npm run projections --',
    does: 'Read models: makes them again from the log, beside those that are read, or says how far they are.',
    forms: ['npm run projections -- rebuild [--model NAME]', 'npm run projections -- status'],
    operands: true,
    options: { model: { value: 'NAME', does: 'only this one, by the name that `status` prints; all when left out' } },
    environment: DATABASE,
    exits: { 0: 'done', 1: 'some facts could not be folded', 2: 'the arguments are wrong' },
    examples: ['npm run projections -- status', 'npm run projections -- rebuild --model threads'],
  },
  'dead-letters': {
    call: 'npm run dead-letters --',
    does: 'Messages that were set aside because they could not be handled: lists them with their cause, shows one, or sends them again.',
    forms: [
      'npm run dead-letters -- list [HOW_MANY]',
      'npm run dead-letters -- show NUMBER',
      'npm run dead-letters -- resend NUMBER',
      'npm run dead-letters -- resend --all',
    ],
    operands: true,
    first: ['list', 'show', 'resend'],
    options: { all: { does: 'sends every one again, 10000 at most; only with resend' } },
    environment: {
      ARBITER_NATS_URL: 'the broker, nats://host:port; without it, that of `npm start` in ARBITER_DATA',
      'ARBITER_NATS_USER, _PASSWORD': 'who asks there',
    },
    exits: { 0: 'done', 1: 'one could not be sent', 2: 'the arguments are wrong' },
    examples: ['npm run dead-letters -- list 20', 'npm run dead-letters -- resend 3'],
  },
  erase: {
    call: 'npm run erase --',
    does: 'Destroys the data key of one customer: what the log holds of them can never be read again. It cannot be taken back.',
    forms: ['npm run erase -- TENANT CUSTOMER'],
    operands: true,
    environment: {
      ...DATABASE,
      ARBITER_NATS_URL: 'the broker, over which running services forget the key at once; without it within a minute',
    },
    exits: { 0: 'the key is destroyed', 1: 'there is none', 2: 'the arguments are wrong' },
    examples: ['npm run erase -- shop C-0001', 'npm run erase -- shop account:telegram:7001'],
  },
  archive: {
    call: 'npm run archive --',
    does: 'Writes runs that ended before a day, with their plans and actions, to files and takes them out of the log; or checks such files.',
    forms: ['npm run archive -- --before DAY [--to FOLDER]', 'npm run archive -- --verify FOLDER'],
    options: {
      before: { value: 'DAY', does: 'the first day (UTC, as 2026-01-31) that stays; eight days ago at the latest' },
      to: { value: 'FOLDER', does: 'where the files are written; archive when left out' },
      verify: { value: 'FOLDER', does: 'reads the files of the folder and compares them with its manifest' },
    },
    environment: DATABASE,
    exits: { 0: 'done', 1: 'something went wrong', 2: 'the arguments are wrong' },
    examples: [
      'npm run archive -- --before 2026-01-31 --to /backup/arbiter',
      'npm run archive -- --verify /backup/arbiter',
    ],
  },
  restored: {
    call: 'npm run restored --',
    does: 'Says that the database was restored from a backup, before the services start: every read model empties its tables and folds the log anew.',
    forms: ['npm run restored'],
    environment: DATABASE,
    exits: { 0: 'done', 1: 'something went wrong', 2: 'the arguments are wrong' },
    examples: ['npm run restored'],
  },
  outcomes: {
    call: 'npm run outcomes --',
    does: 'Actions of which it is unknown whether their effect took place: lists those that are not settled, shows one, or settles one that somebody\nhas looked into at the vendor. The person who asked for it is told.',
    forms: [
      'npm run outcomes -- [list] [--json]',
      'npm run outcomes -- show ID [--json]',
      'npm run outcomes -- settle ID --done | --not-done [--json]',
    ],
    operands: true,
    options: {
      done: { does: 'with settle: the effect took place' },
      'not-done': { does: 'with settle: it did not, and will not any more' },
      json: { does: 'prints what the API tells, as JSON' },
      base: { value: 'URL', does: 'the running system; http://127.0.0.1:3000 when left out' },
    },
    environment: {
      ARBITER_API_KEY: 'sent to --base, where it asks for one; to settle the key needs the right `approvals`',
      ARBITER_HTTP_PORT: 'the port of the system on this machine, without --base; 3000 when left out',
    },
    exits: { 0: 'done', 1: 'it was refused', 2: 'the arguments are wrong' },
    examples: ['npm run outcomes', 'npm run outcomes -- settle 3f2c…:refund --done'],
  },
  playbooks: {
    call: 'npm run playbooks --',
    does: 'The playbooks of a running system, for its operator: what is switched on, how far each day has come and what is not done, beginning one\nby hand, letting a paused one go on, and what waits for a yes.',
    forms: [
      'npm run playbooks -- [list]',
      'npm run playbooks -- show NAME [DAY] [--watch]',
      'npm run playbooks -- run NAME [--day DAY] [--watch]',
      'npm run playbooks -- resume NAME DAY [--actions COUNT] [--tokens COUNT] [--dollars AMOUNT]',
      'npm run playbooks -- approvals',
      'npm run playbooks -- approve ID [--reason TEXT]',
      'npm run playbooks -- reject ID [--reason TEXT]',
    ],
    operands: true,
    options: {
      day: { value: 'DAY', does: 'the day of the instance, as 2026-01-31; today when left out' },
      watch: {
        does: 'tells how far the day has come until it has ended, or nothing but a yes is missing; gives up when nothing changes for ten minutes',
      },
      actions: {
        value: 'COUNT',
        does: 'how many calls of tools the paused run may make, from its beginning to its end',
      },
      tokens: { value: 'COUNT', does: 'how many tokens its models may take, in all' },
      dollars: { value: 'AMOUNT', does: 'how many US dollars its models may take, in all' },
      reason: { value: 'TEXT', does: 'why, 500 characters at most; it is kept with the answer' },
      base: { value: 'URL', does: 'the running system; the one on this machine when left out' },
    },
    environment: {
      ARBITER_API_KEY:
        'sent to --base, where it asks for one; to approve or reject the key needs the right `approvals`',
      ARBITER_HTTP_PORT:
        'the port of the system on this machine, without --base; where `npm start` runs on ARBITER_DATA when left out, else 3000',
    },
    exits: {
      0: 'done; with --watch: the day ended well, or only a yes is missing',
      1: 'it was refused, or with --watch: the day did not end well, or nothing changed any more',
      2: 'the arguments are wrong',
    },
    examples: [
      'npm run playbooks',
      'npm run playbooks -- run invoice_followup --watch',
      'npm run playbooks -- show invoice_followup 2026-11-23',
      'npm run playbooks -- resume invoice_followup 2026-11-23 --actions 8000',
      'npm run playbooks -- reject 3f2c…:reminder --reason "We have called them"',
    ],
  },
};
