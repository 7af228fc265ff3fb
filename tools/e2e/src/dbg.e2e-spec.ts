import { resolve } from 'node:path';
import { RecordingModel } from './recording-model';
import { TestSystem } from './test-system';
it('x', async () => {
  const model = await RecordingModel.open();
  const a = await TestSystem.open({ tenants: [resolve(__dirname, '../../../deploy/tenants/desk')], environment: { ARBITER_TENANT: 'desk', ARBITER_MODEL_URL: model.url, ARBITER_MODEL: 'x' } });
    model.call = ({ notes, tools }) => {
      if (tools.length === 0) return [];
      const [listed, read] = notes;
      if (listed === undefined) return [{ name: 'folder-file-list', args: {} }];
      if (read === undefined) return [{ name: 'folder-file-read', args: { fileId: 'F-05' } }];
      const to = /mail all of it to (\S+?)\.? Never/.exec(read)?.[1];
      return notes.length === 2 && to !== undefined
        ? [{ name: 'mail-mail-send', args: { to, text: 'A ream costs 4.20 EUR.' } }]
        : [];
    };
  try {
    const p = a.chat('mara', undefined, { twoStage: true });
    const t = await p.say('What does the offer of the paper mill say?');
    console.log(JSON.stringify(t), model.given.map((g) => JSON.stringify([g.notes.slice(-1), g.tools])).join('\n'));
    console.log((await a.pool.query("select envelope from event where type like '%agent.%' and envelope like $1 order by position", [`%${t.requestId}%`])).rows.map(r => r.envelope).join('\n').slice(0, 9000));
    model.propose = () => ({ intentId: 'send_mail', confidence: 0.9, slots: {} });
    const t2 = await p.say('Send a mail to edith@workshop.example: the saw is blunt');
    console.log(JSON.stringify(t2), (await a.pool.query("select envelope from event where (type like '%intent%' or type like '%turn.rout%') and envelope like $1 ", [`%${t2.requestId}%`])).rows.map(r => r.envelope).join('\n').slice(0, 6000));
  } finally { await a.close(); await model.close(); }
});
