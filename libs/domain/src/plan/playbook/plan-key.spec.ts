import type { ActivePlaybook, ArtifactBundle, ToolDefinition } from '@arbiter/contracts';
import { activeReminders, playbookBundle, reminders } from '../../fixtures/playbook-bundle';
import { planKeyOf } from './plan-key';

const KEY = planKeyOf(activeReminders, playbookBundle);
const withTool = (name: string, changes: Partial<ToolDefinition>): ArtifactBundle => ({
  ...playbookBundle,
  tools: playbookBundle.tools.map((tool) => (tool.tool === name ? { ...tool, ...changes } : tool)),
});
const withDefinition = (changes: Partial<ActivePlaybook['definition']>): ActivePlaybook => ({
  ...activeReminders,
  definition: { ...reminders, ...changes },
});

describe('PL-15: the plan of a playbook is drawn up anew for', () => {
  it.each<readonly [string, ActivePlaybook, ArtifactBundle]>([
    ['another version', withDefinition({ version: '1.2.1' }), playbookBundle],
    ['another playbook', withDefinition({ playbook: 'others' }), playbookBundle],
    ['another schema of its parameters', withDefinition({ parameters: { type: 'object' } }), playbookBundle],
    ['other arguments of a tool', activeReminders, withTool('mail.message.send', { args: { type: 'object' } })],
    ['another result of a tool', activeReminders, withTool('ledger.invoice.list', { result: { type: 'object' } })],
    ['another connector', activeReminders, withTool('mail.message.send', { extension: 'post' })],
    ['another right of a tool', activeReminders, withTool('mail.message.send', { capability: 'mail.write' })],
    [
      'a tool more',
      withDefinition({ tools: [...reminders.tools, { tool: 'arbiter.echo.say', risk: 'read' }] }),
      playbookBundle,
    ],
  ])('%s', (_, active, bundle) => {
    expect(planKeyOf(active, bundle)).not.toBe(KEY);
  });
});

describe('PL-15: it is not drawn up anew for', () => {
  it.each<readonly [string, ActivePlaybook, ArtifactBundle]>([
    ['what the tenant has set', { ...activeReminders, parameters: { patience: 99 } }, playbookBundle],
    [
      'a schedule',
      { ...activeReminders, schedule: { cron: '0 9 * * *', timeZone: 'UTC', missed: 'skip' } },
      playbookBundle,
    ],
    ['tools that it does not use', activeReminders, withTool('shop.order.get', { args: {} })],
    ['how patient a tool is', activeReminders, withTool('mail.message.send', { timeoutMilliseconds: 1 })],
    ['where a tool sends', activeReminders, withTool('mail.message.send', { request: { method: 'PUT', path: '/x' } })],
    ['other sentences', activeReminders, { ...playbookBundle, copy: { ...playbookBundle.copy, locale: 'de' } }],
    ['another tenant', activeReminders, { ...playbookBundle, tenant: 'other' }],
    ['another order of its tools', withDefinition({ tools: reminders.tools.toReversed() }), playbookBundle],
    ['a schema written in another order', activeReminders, structuredClone(playbookBundle)],
  ])('%s', (_, active, bundle) => {
    expect(planKeyOf(active, bundle)).toBe(KEY);
  });
});
