// What shows how good and how fast it is, on throw-away data.
exports.MEASURING = {
  bench: {
    call: 'npm run bench --',
    does: 'Measures on throw-away data, with all services in one process and then with a process each. Prints one JSON object a line.',
    forms: ['npm run bench -- [--quick] [--only SECTION,…] [--processes one|each]'],
    options: {
      quick: { does: 'does a tenth of the work' },
      only: {
        value: 'SECTION,…',
        fallback: 'routing,start,idle,chat,runs,fan,hop,sessions,replicas,models,agents,warm,playbooks,restart',
        does: 'what is measured; hop, sessions, replicas and models need a process each; memory, and peers (beside Restate and DBOS, which npm installs), where named',
      },
      processes: { value: 'one|each', fallback: 'one,each', does: 'how the services run' },
    },
    exits: { 0: 'done', 1: 'something went wrong' },
    examples: [
      'npm run bench -- --quick',
      'npm run bench -- --only runs,fan --processes one',
      'npm run bench -- --only peers',
    ],
  },
  soak: {
    call: 'npm run soak --',
    does: "A mixed load while services and servers are killed, frozen and restarted at random; then judged from the log and the vendor's ledger.\nPrints one JSON object.",
    forms: ['npm run soak -- [--minutes N] [--replicas N] [--people N] [--only NAME] [--seed N]'],
    options: {
      minutes: { value: 'N', fallback: '3', does: 'how long the load lasts, in minutes' },
      replicas: { value: 'N', fallback: '1', does: 'how many processes of each service' },
      people: { value: 'N', fallback: '6', does: 'how many write at once, each one thing after the other' },
      only: { value: 'NAME', does: 'only disturbances whose name contains this; all when left out' },
      seed: {
        value: 'N',
        does: 'begins the random numbers, to have the same order of events again; another one each time when left out',
      },
    },
    exits: { 0: 'every promise held', 1: 'one was broken', 2: 'it could not be told' },
    examples: ['npm run soak', 'npm run soak -- --minutes 60 --replicas 2'],
  },
  demo: {
    call: 'npm run demo --',
    does: 'Shows a tenant at work, on throw-away data and a sandbox of its own. `studio`: a small agency follows its open invoices up, day by day,\nand each day ends with what came of it. `desk`: an agent lists and reads the files of a small team, without a language model and with one\nthat does what a file tells its reader; no mail is sent without a yes.',
    forms: ['npm run demo -- studio [--days N] [--approve all|none] [--json]', 'npm run demo -- desk [--json]'],
    operands: true,
    options: {
      days: { value: 'N', fallback: '2', does: 'how many days of the studio follow each other, 1 to 60' },
      approve: {
        value: 'WHAT',
        fallback: 'all',
        does: 'what the operator of the studio says to what waits for a yes: yes to `all`, or to `none`',
      },
      json: {
        does: 'one JSON object a day of the studio, {day, cache, model_calls, branches, done, held, failed, touched_twice}; one a scene of the desk, {title, lines, asks, mails, exchanges}',
      },
    },
    exits: {
      0: 'every instance ended well, and no person was written to twice within a week; or every mail of the desk was sent upon a yes',
      1: 'one did not, or a person was; or a mail was sent unasked, or was not sent',
      2: 'it could not be shown',
    },
    examples: ['npm run demo -- studio', 'npm run demo -- studio --days 5 --json', 'npm run demo -- desk'],
  },
  eval: {
    call: 'npm run eval --',
    does: "Measures how messages are understood. Files of `routing` and `intents` hold JSON, one object a line (the schema is one array), plain or\ngzip; one JSON object is printed. `proposals` takes tool calls or argument sets (JSON, one object a line),\na golden file of the shop (YAML: text, context, expect; tools/lab/eval/golden/shop.yaml) or a folder of such files, and prints one JSON object.\n`streams` plays recorded streams of model providers (<family>/*.sse beside expected.json) through the real\nadapters. `privacy` scores by kind how personal values are recognised. `conversation` plays a YAML file, or every one of a folder (the format: tools/lab/eval/corpus/README.md), and\nprints what failed, a table, and the mutations without a request.\n`playbook` carries a playbook out against sandboxes of known truth and prints {objective, precision, recall, model_calls, cost, touches}.\n`agents` plays the recorded calls of a retail shop's tasks as the decisions of a model through a system of its own, with a person who says yes, with\none who says no, and with an agent that may only look up. Without a recording it says that it was skipped.",
    forms: [
      'npm run eval -- routing FILE --schema FILE [--proposals none|local|acts]',
      'npm run eval -- intents FILE --examples FILE',
      'npm run eval -- proposals FILE [--provider NAME]',
      'npm run eval -- streams DIR [--chunkings N]',
      'npm run eval -- privacy FILE',
      'npm run eval -- conversation FILE --vendor URL [--base URL] [--least SHARE] [--json]',
      'npm run eval -- conversation FILE --in-process KIND [--least SHARE] [--json]',
      'npm run eval -- playbook NAME --golden FILE [--provider NAME] [--tenants FOLDER] [--record] [--details]',
      'npm run eval -- agents [FOLDER] [--first N|--all]',
    ],
    operands: true,
    options: {
      schema: { value: 'FILE', does: 'the services that the dialogues of routing speak of' },
      proposals: {
        value: 'KIND',
        fallback: 'none',
        does: 'which proposals: none, those of the embedded model, or the acts of the recording',
      },
      examples: { value: 'FILE', does: 'what intents are learnt from; none of them may be in FILE' },
      provider: {
        value: 'NAME',
        fallback: 'local',
        does: 'who proposes: local, local_lexical, a provider of models.yaml whose variables are set, or a script (right, hostile)',
      },
      golden: { value: 'FILE', does: 'what the playbook should do: deploy/playbooks/NAME/golden.yaml' },
      tenants: {
        value: 'FOLDER',
        does: 'the folder of all tenants, beside which the playbooks stand; deploy/tenants when left out',
      },
      record: {
        does: "keeps what `playbook` came to in the tenant's metrics.yaml, against which activations are held",
      },
      details: {
        does: 'prints of `playbook` also which verdicts were right, over how many days, and each day that was not as it should be',
      },
      first: { value: 'N', does: 'how many tasks of the recording `agents` plays; 20 when left out' },
      all: { does: 'plays every task' },
      chunkings: { value: 'N', fallback: '5', does: 'in how many random ways each stream is cut' },
      base: { value: 'URL', does: 'the running system of conversation; http://127.0.0.1:3000 when left out' },
      vendor: {
        value: 'URL',
        does: 'its sandbox vendor, whose ledger says what was done and is cleared before each entry',
      },
      'in-process': {
        value: 'KIND',
        does: 'the deciders in this process instead, with proposals of none, of the embedded model (local), of one that means harm\n(hostile_requests, hostile_answers, hostile_templates), that answers at random (random) or that is right (right)',
      },
      least: { value: 'SHARE', fallback: '0', does: 'the share of entries, 0 to 1, that must come out as expected' },
      json: { does: 'prints the report of conversation as JSON' },
    },
    environment: {
      ARBITER_API_KEY: 'sent to --base, where it asks for one',
      ARBITER_CASES: 'the folder of recorded cases; that of `agents` is tau-retail in it, unless it is named',
    },
    exits: {
      0: 'measured, and good enough',
      1: 'a mutation without a request, fewer than --least, or an agent that did not come out as recorded',
      2: 'the arguments are wrong',
    },
    examples: [
      'npm run eval -- routing dialogues.jsonl.gz --schema schema.json',
      'npm run eval -- proposals tools/lab/eval/golden/shop.yaml --provider right',
      'npm run eval -- conversation tools/lab/eval/corpus --in-process hostile_requests',
      'npm run eval -- playbook invoice_followup --golden deploy/playbooks/invoice_followup/golden.yaml',
      'npm run eval -- agents --all',
    ],
  },
};
