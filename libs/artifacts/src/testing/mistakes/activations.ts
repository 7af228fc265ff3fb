import type { Mistake } from './mistake';

/** PL-11: what a tenant may not write about a playbook. */
export const ACTIVATIONS: readonly Mistake[] = [
  [
    'a playbook there is not',
    'playbooks.yaml',
    'playbook: stuck_orders',
    'playbook: stuck_parcels',
    'playbook: stuck_parcels',
    /there is no playbook "stuck_parcels"; use one of contact_hygiene, invoice_followup, stuck_orders/,
  ],
  [
    'a version that is not the one there',
    'playbooks.yaml',
    'version: 1.0.0',
    'version: 1.1.0',
    'version: 1.1.0',
    /"stuck_orders" is there in version 1\.0\.0; write `version: 1\.0\.0`/,
  ],
  [
    'a playbook switched on twice',
    'playbooks.yaml',
    '    olderThanDays: 2\n',
    '    olderThanDays: 2\n- { playbook: stuck_orders, version: 1.0.0, parameters: { olderThanDays: 3 } }\n',
    '- { playbook',
    /"stuck_orders" is there twice; remove one of the two/,
  ],
  [
    'a parameter that is not within its bounds',
    'playbooks.yaml',
    'olderThanDays: 2',
    'olderThanDays: 90',
    'olderThanDays: 90',
    /`olderThanDays` must be <= 60; it is meant as: how many days an order may take to leave/,
  ],
  [
    'a parameter that is missing',
    'playbooks.yaml',
    '    olderThanDays: 2\n',
    '    {}\n',
    'parameters:',
    /`parameters` lacks `olderThanDays`; add it/,
  ],
  [
    'a parameter there is not',
    'playbooks.yaml',
    'olderThanDays: 2',
    'olderThanDays: 2\n    steps: 3',
    'steps: 3',
    /`parameters` holds an unknown `steps`; remove it or use one of olderThanDays/,
  ],
  ...['steps: []', 'tools: [office.note.create]', 'scope: { allowed: { office: [notes.write] } }'].map(
    (more): Mistake => [
      `a tenant's own ${more.split(':')[0]}`,
      'playbooks.yaml',
      '  parameters:',
      `  ${more}\n  parameters:`,
      more,
      /holds an unknown `\w+`; remove it or use one of playbook, version, parameters, schedule, events, watch/,
    ],
  ),
  ...(
    [
      ['0 7 * *', /"0 7 \* \*" is no schedule: .*; write five fields, such as '0 7 \* \* 1-5'/],
      ['0 25 * * *', /"0 25 \* \* \*" is no schedule: /],
      ['0 0 7 * * *', /"0 0 7 \* \* \*" is no schedule: /],
      ['0 7 30 2 *', /"0 7 30 2 \*" never comes/],
    ] as const
  ).map(([cron, message]): Mistake => [
    `the schedule "${cron}"`,
    'playbooks.yaml',
    '  parameters:',
    `  schedule: { timeZone: UTC, missed: skip, cron: '${cron}' }\n  parameters:`,
    'schedule:',
    message,
  ]),
  [
    'a look at the objective that never comes',
    'playbooks.yaml',
    '  parameters:',
    "  watch: { timeZone: UTC, missed: skip, cron: '0 7 31 4 *' }\n  parameters:",
    'watch:',
    /"0 7 31 4 \*" never comes; write five fields/,
  ],
  [
    'a schedule in no time zone',
    'playbooks.yaml',
    '  parameters:',
    "  schedule:\n    cron: '0 7 * * *'\n    timeZone: Europe/Entenhausen\n    missed: skip\n  parameters:",
    'timeZone:',
    /"Europe\/Entenhausen" is no time zone; use a name such as Europe\/Berlin/,
  ],
];
