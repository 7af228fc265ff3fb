import { readFileSync } from 'node:fs';
import { describePage } from './describe-page';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

describePage(
  'the sources of an answer',
  ({ open }) => {
    it('are shown as cards with title and section, without a link that was not declared, and nothing that the reply says is printed twice (EV-01)', async () => {
      await using chat = await open();
      await chat.say('can I send back shoes I wore once?');
      const sources = chat.replies.getByRole('region', { name: 'Where this stands' });
      await sources.waitFor();
      const [card] = await sources.getByRole('listitem').allInnerTexts();
      expect(card).toMatch(/^Returns\s+Worn and used goods/);
      expect((await chat.replies.last().innerText()).match(/You may try shoes/g)).toHaveLength(1);
      expect(await sources.getByRole('link').count()).toBe(0);
      await chat.page.evaluate(AXE);
      const { violations } = (await chat.page.evaluate('axe.run()')) as {
        violations: { id: string; impact: string }[];
      };
      expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
      const picture = process.env['ARBITER_PICTURE'];
      if (picture) await chat.page.screenshot({ path: picture });
      await chat.page.reload();
      await chat.replies.getByText('Worn and used goods').first().waitFor();
      expect(chat.complaints).toEqual([]);
    });

    it('are told in German', async () => {
      await using chat = await open({ locale: 'de-DE' });
      await chat.say('Was kostet der Versand?');
      const sources = chat.replies.getByRole('region', { name: 'Wo das steht' });
      await sources.waitFor();
      expect((await sources.getByRole('listitem').allInnerTexts())[0]).toMatch(/^Versand\s+Was der Versand kostet/);
    });
  },
  () => ({}),
);
