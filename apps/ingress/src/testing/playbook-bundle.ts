import type { ArtifactBundle } from '@arbiter/contracts';

/** As much of a tenant's bundle as ingress looks at: a playbook that is switched on. */
export const playbookBundle = {
  tenant: 'shop',
  playbooks: [
    {
      definition: {
        playbook: 'reminders',
        version: '1.0.0',
        title: 'Reminders',
        description: 'Reminds of what is overdue',
      },
      parameters: {},
      schedule: { cron: '0 9 * * *', timeZone: 'Europe/Berlin', missed: 'catch_up' },
      events: ['ledger.imported'],
      watch: { cron: '0 18 * * *', timeZone: 'UTC', missed: 'skip' },
    },
  ],
} as unknown as ArtifactBundle;
