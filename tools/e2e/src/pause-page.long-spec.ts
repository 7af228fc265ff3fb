import type { PauseReason, PlaybookDayView } from '@arbiter/contracts';
import type { BrowserContextOptions } from 'playwright-core';
import { barriers } from './barriers';
import type { ChatPage } from './browser';
import { describePage } from './describe-page';
import { studioWith } from './studio-by-hand';
import { StudioSandbox } from './studio-sandbox';
import { eventually } from './test-system';
import { runToolWith } from './tool';

const DAY = '2026-11-23';
const ACTIONS = 40;
const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 } };

describePage(
  'a paused instance',
  ({ arbiter, openAt }) => {
    const studio = () => new StudioSandbox(arbiter().system);
    const paused = () =>
      eventually('the instance to pause', async () => {
        const run = (await studio().instance(DAY)) as PlaybookDayView | null;
        return run?.status === 'paused' ? run : null;
      });
    const open = async (options: BrowserContextOptions = {}): Promise<ChatPage> =>
      openAt(`${arbiter().system.httpUrl}/#/playbooks/invoice_followup/${DAY}`, options);
    const terminal = (...parameters: readonly string[]) =>
      runToolWith(
        { PATH: process.env['PATH'] },
        'playbooks',
        ...parameters,
        'invoice_followup',
        DAY,
        '--base',
        arbiter().system.httpUrl,
      );
    const picture = async ({ page }: ChatPage, name: string): Promise<void> => {
      const folder = process.env['ARBITER_PICTURES'];
      if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
    };
    /** Shows the page the same instance as one that is paused for other reasons. */
    const pausedFor = async ({ page }: ChatPage, ...reasons: readonly PauseReason[]): Promise<void> => {
      await page.route(`**/runs/${DAY}`, async (route) => {
        const response = await route.fetch();
        const run = (await response.json()) as PlaybookDayView;
        await route.fulfill({ response, json: { ...run, paused: { ...run.paused, reasons } } });
      });
      await page.reload();
    };

    it('says why and what lets it go on, in the API and in a terminal (PL-28)', async () => {
      await studio().begin(DAY);
      const { paused: pause } = await paused();
      const { used, needed } = pause!.reasons[0] as Extract<PauseReason, { why: 'actions' }>;
      expect(pause).toMatchObject({
        why: `It has used ${used} of the ${ACTIONS} calls of tools that it may make, and one more object needs ${needed} in all.`,
        next: `To let it go on, POST ${JSON.stringify(pause!.give)} to /api/playbooks/invoice_followup/runs/${DAY}/resume.`,
      });
      const { output } = await terminal('show');
      expect(output).toContain(`  ${pause!.why}\n  \`npm run playbooks -- resume invoice_followup ${DAY} --actions `);
      const refused = await terminal('resume', '--actions', String(needed - 1));
      expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining(`at least ${needed}`) });
      expect(await terminal('resume', '--actions', String(needed))).toMatchObject({ code: 0 });
      await eventually('it to go on', async () => (await arbiter().count('run.continued')) === 1 || null);
    });

    it('says so on the page for each reason, with what has to be done first, on a phone and in German as well', async () => {
      await paused();
      await using phone = await open(PHONE);
      const why = phone.page.getByRole('region', { name: 'Why it is paused' });
      await why.getByText('calls of tools that it may make').waitFor();
      await picture(phone, 'pause-phone');
      await pausedFor(
        phone,
        { why: 'models', budget: 'run', tokens: 10_000, dollars: 1.5 },
        {
          why: 'reauthorise',
          tenant: 'studio',
          extension: 'mail',
          capability: 'messages.send',
          tool: 'mail.message.send',
        },
      );
      await why.getByText('Its budget for models has no room for the next call.').waitFor();
      await why.getByText('mail no longer grants the right messages.send').waitFor();
      expect(await why.getByLabel('Tokens for the whole run').inputValue()).toBe('20000');
      expect(await why.getByLabel('US dollars for the whole run').inputValue()).toBe('3');
      expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.viewport!.width);
      expect(await barriers(phone)).toEqual([]);
      await phone.page.getByRole('button', { name: 'Use the dark theme' }).click();
      expect(await barriers(phone)).toEqual([]);
      await picture(phone, 'pause-phone-several');
      await using german = await open({ locale: 'de-DE' });
      await pausedFor(german, { why: 'models', budget: 'day', dollars: 20 });
      await german.page.getByText('Warten Sie bis morgen').waitFor();
      await german.page.getByRole('button', { name: 'Weitergehen', exact: true }).waitFor();
      await picture(german, 'pause-german');
    });

    it('is given more on the page, and goes on there', async () => {
      await paused();
      await using playbooks = await open();
      const why = playbooks.page.getByRole('region', { name: 'Why it is paused' });
      const field = why.getByLabel('Calls of tools for the whole run');
      await picture(playbooks, 'pause');
      await field.fill('1000000');
      await why.getByRole('button', { name: 'Give it more and go on' }).click();
      await why.waitFor({ state: 'detached' });
      await playbooks.page.getByRole('status').getByText('under way').waitFor();
      expect(await arbiter().count('instance.resumed', '"granted":{"actions":1000000}')).toBe(1);
      expect(playbooks.complaints).toEqual([]);
    });
  },
  () => ({
    tenants: [studioWith({ run: { actions: ACTIONS } })],
    environment: { ARBITER_TENANT: 'studio' },
  }),
);
