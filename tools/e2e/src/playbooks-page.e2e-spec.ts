import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { BrowserContextOptions } from 'playwright-core';
import type { ConsolePage } from './browser';
import { describePage } from './describe-page';
import { studioByHand } from './studio-by-hand';
import { StudioSandbox } from './studio-sandbox';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const DAY = '2026-11-23';
const OPERATOR = 'key-of-the-operator';
const READER = 'key-of-the-reader';
const entry = (name: string, key: string, rights = ''): string => `${name}:${hash('sha256', key)}:studio${rights}`;

const studio = () => ({
  tenants: [studioByHand({ contact_hygiene: { cron: '0 9 1 1 *', timeZone: 'Europe/Berlin', missed: 'skip' } })],
  apiKey: OPERATOR,
  environment: {
    ARBITER_TENANT: 'studio',
    ARBITER_API_KEYS: `${entry('operator', OPERATOR, ':approvals')},${entry('reader', READER)}`,
  },
});

describePage(
  'the playbooks on the page',
  ({ arbiter, openAt }) => {
    /** At an address, past the question for the key. */
    const open = async (where: string, key = OPERATOR, options: BrowserContextOptions = {}): Promise<ConsolePage> => {
      const console = await openAt(`${arbiter().system.httpUrl}/#/${where}`, options);
      const field = console.page.locator('input[type=password]');
      await field.fill(key);
      await field.press('Enter');
      await console.page.locator('.playbooks').waitFor();
      console.complaints.length = 0;
      return console;
    };
    const barriers = async ({ page }: ConsolePage): Promise<readonly string[]> => {
      await page.evaluate(AXE);
      const { violations } = (await page.evaluate('axe.run()')) as {
        violations: { id: string; impact: string; nodes: { html: string }[] }[];
      };
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    };
    const picture = async ({ page }: ConsolePage, name: string): Promise<void> => {
      const folder = process.env['ARBITER_PICTURES'];
      if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
    };

    it('are listed with what begins them, after a key that is known (CH-16)', async () => {
      await using console = await openAt(`${arbiter().system.httpUrl}/#/playbooks`);
      const field = console.page.locator('input[type=password]');
      await field.fill('wrong');
      await field.press('Enter');
      await console.page.getByText('The key was not accepted.').waitFor();
      await field.fill(READER);
      await field.press('Enter');
      const cards = console.page.locator('.playbook-list > li');
      await cards.first().getByText('No day yet.').waitFor();
      const texts = (await cards.allInnerTexts()).toSorted();
      expect(texts).toEqual([
        expect.stringMatching(/^Contact hygiene[^]* 0 9 1 1 \* \(Europe\/Berlin\)[^]* Next: 01\/01\/\d{4}/),
        expect.stringMatching(/^Invoice follow-up[^]*version 3\.2\.0 · Begins by hand only\./),
      ]);
      await console.page.getByRole('link', { name: 'Chats' }).click();
      await console.connected();
      await console.chats.getByRole('link', { name: 'Playbooks' }).click();
      await cards.first().waitFor();
      await console.page.goBack();
      await console.connected();
    });

    it.each([
      ['a phone', 360, 640],
      ['a zoom of 200 %', 500, 380],
    ])('fit %s', async (_name, width, height) => {
      await using console = await open('playbooks/invoice_followup', OPERATOR, {
        viewport: { width, height },
        locale: 'de-DE',
      });
      await console.page.getByRole('button', { name: 'Beginnen' }).waitFor();
      expect(await console.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      const hidden =
        "document.querySelector('.playbooks').scrollWidth - document.querySelector('.playbooks').clientWidth";
      expect(await console.page.evaluate(hidden)).toBe(0);
    });

    it('are begun by hand, and their progress is seen as it goes, until only a yes is missing', async () => {
      await using console = await open('playbooks/invoice_followup');
      await console.page.getByLabel('Day (today').fill(DAY);
      await console.page.getByRole('button', { name: 'Begin', exact: true }).click();
      await console.page.waitForURL(`**/#/playbooks/invoice_followup/${DAY}`);
      const bar = console.page.getByRole('img', { name: /over: .*done/ });
      await console.page.locator('.legend [data-part="waiting"]').waitFor();
      await console.page.locator('.legend [data-part="open"]').waitFor({ state: 'detached' });
      const { branches } = (await new StudioSandbox(arbiter().system).instance(DAY, OPERATOR))!;
      expect(await bar.getAttribute('aria-label')).toBe(
        `${branches['selected']! - branches['waiting']!} of ${branches['selected']} over: ${branches['done']} done, ${branches['waiting']} waiting for a yes, ${branches['failed']} failed`,
      );
      await console.page.getByRole('status').getByText('under way').waitFor();
      const missing = console.page.getByRole('table').getByRole('row');
      expect(await missing.count()).toBe(1 + branches['failed']!);
      expect(await missing.nth(1).innerText()).toMatch(/^INV-\d+\s+failed\s+\w+$/);
      expect(console.complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
      await picture(console, 'day');
    });

    it('have no serious barrier, light and dark', async () => {
      await using console = await open(`playbooks/invoice_followup/${DAY}`);
      await console.page.getByRole('table').waitFor();
      expect(await barriers(console)).toEqual([]);
      await console.page.getByRole('button', { name: 'Use the dark theme' }).click();
      expect(await barriers(console)).toEqual([]);
      await picture(console, 'day-dark');
      await console.page.getByRole('link', { name: 'Playbooks' }).click();
      await console.page.locator('.playbook-list .legend').waitFor();
      expect(await barriers(console)).toEqual([]);
      await picture(console, 'overview-dark');
    });
  },
  studio,
);
