import type { ActivePlaybook, ArtifactBundle, ToolDefinition } from '@arbiter/contracts';
import { activeReminders, playbookBundle, reminders } from '../../fixtures/playbook-bundle';
import { planKeyOf } from './plan-key';

const KEY = planKeyOf(activeReminders, playbookBundle);
const withTool = (name: string, changes: Partial<ToolDefinition>): ArtifactBundle => ({
  ...playbookBundle,
  tools: playbookBundle.tools.map((tool) => (tool.tool === name ? { ...tool, ...changes } : tool)),
});
const withoutTool = (name: string): ArtifactBundle => ({
  ...playbookBundle,
  tools: playbookBundle.tools.filter(({ tool }) => tool !== name),
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
    ['a tool that the tenant no longer has', activeReminders, withoutTool('mail.message.send')],
    [
      'the result of a tool no longer being declared',
      activeReminders,
      withTool('ledger.invoice.list', { result: undefined }),
    ],
    [
      'one more parameter that a tenant may leave out',
      withDefinition({
        parameters: {
          ...(reminders.parameters as object),
          properties: { ...(reminders.parameters as { properties: object }).properties, tone: { type: 'string' } },
        },
      }),
      playbookBundle,
    ],
    [
      'another default of a parameter',
      withDefinition({
        parameters: { ...(reminders.parameters as object), properties: { patience: { type: 'integer', default: 3 } } },
      }),
      playbookBundle,
    ],
    [
      'a read with another tool',
      withDefinition({ reads: reminders.reads.map((read) => ({ ...read, tool: 'arbiter.echo.say' })) }),
      playbookBundle,
    ],
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
    [
      'which models there are, and what they may take',
      activeReminders,
      { ...playbookBundle, models: { ...playbookBundle.models, tiers: {}, budgets: { day: { tokens: 1 } } } },
    ],
    [
      'what the tenant allows',
      activeReminders,
      { ...playbookBundle, policy: { ...playbookBundle.policy, allowList: [], rules: [], risk: [] } },
    ],
    ['intents and templates', activeReminders, { ...playbookBundle, intents: [], templates: [] }],
    [
      'what its version says of limits and of what must hold',
      withDefinition({ limits: { ...reminders.limits, steps: 1 }, riskPolicy: [] }),
      playbookBundle,
    ],
    ['the plan that it brings along', withDefinition({ plan: { ...reminders.plan, where: 'true' } }), playbookBundle],
    [
      'other playbooks of the tenant',
      activeReminders,
      { ...playbookBundle, playbooks: [activeReminders, withDefinition({ playbook: 'others' })] },
    ],
    [
      'how a tool is described, and how risky it is',
      activeReminders,
      withTool('mail.message.send', { description: 'Sends', riskClass: 'read' }),
    ],
    ['another tenant', activeReminders, { ...playbookBundle, tenant: 'other' }],
    ['another order of its tools', withDefinition({ tools: reminders.tools.toReversed() }), playbookBundle],
    ['a schema written in another order', activeReminders, structuredClone(playbookBundle)],
  ])('%s', (_, active, bundle) => {
    expect(planKeyOf(active, bundle)).toBe(KEY);
  });
});
