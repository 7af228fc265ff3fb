import type { UiEvent } from '@arbiter/contracts';
import { TestSystem, type SharedTestSystem } from './test-system';

describe('a conversation in German (CL-12)', () => {
  let arbiter: SharedTestSystem;

  beforeAll(async () => {
    arbiter = await TestSystem.borrow();
  });
  afterAll(() => arbiter.close());

  const german = () => {
    const chat = arbiter.chat(undefined, undefined, { locale: 'de-DE' });
    return async (text: string) => {
      const events: UiEvent[] = [];
      const turn = await chat.say(text, (event) => events.push(event));
      return { ...turn, events };
    };
  };

  it('is answered in German, steps and all', async () => {
    const say = german();
    const asked = await say('Wo ist meine Bestellung?');
    expect(asked.text).toBe('Welche Bestellung ist es? Die Nummer hat vier Ziffern, zum Beispiel 1002.');
    const answered = await say('1002');
    expect(answered.header).toBe('✓ Die Bestellung nachsehen');
    expect(answered.text).toMatch(
      /^Ihre Bestellung 1002 ist versandt: mit (?:DHL|UPS|DPD|GLS) unterwegs, voraussichtliche Ankunft am \d{1,2}\. November 2026\.$/,
    );
    expect(answered.events[0]).toMatchObject({ type: 'rag.started', payload: { locale: 'de-DE' } });
    expect(answered.events.at(-1)).toMatchObject({ type: 'rag.done', payload: { isDone: true } });
  });

  it('asks for a yes in German, and takes "Ja, bitte" for one', async () => {
    const say = german();
    const proposed = await say('Bitte erstatten Sie mir die Bestellung 1004');
    expect(proposed.status).toBe('waiting_for_approval');
    expect(proposed.text).toMatch(
      /^Das würde ich tun: ✓ Die Bestellung nachsehen, → Die Bestellung erstatten\.\nSoll ich Ihnen 126,47 EUR für die Bestellung 1004 erstatten\?$/,
    );
    expect(proposed.header).toBe('✓ Die Bestellung nachsehen\n… Die Bestellung erstatten (wartet auf Ihr Ja)');
    const card = proposed.events.find(({ payload }) => payload['kind'] === 'workflow_proposed');
    expect(card?.payload).toMatchObject({ choices: ['Ja, bitte', 'Nein, danke'] });
    expect((await say('Ja, bitte')).text).toMatch(
      /^Danke, ich mache mich an die Arbeit\.\nIch habe Ihnen 126,47 EUR für die Bestellung 1004 erstattet\./,
    );
  });

  it('knows courtesy, nudges and a stop', async () => {
    const say = german();
    expect((await say('Guten Tag')).text).toMatch(/^Guten Tag!/);
    expect((await say('Gibt es etwas Neues?')).text).toBe('Gerade ist nichts in Arbeit. Was kann ich für Sie tun?');
    await say('Ich möchte mein Geld zurück');
    expect((await say('Vergiss es')).text).toBe('In Ordnung, ich habe es gestoppt.');
  });

  it('offers a person in German when nothing is understood, and a "ja" brings one (CL-04)', async () => {
    const say = german();
    const { text } = await say('Erzähl mir einen Witz über Pinguine');
    expect(text).toMatch(/ Soll ich eine Kollegin oder einen Kollegen aus dem Support dazuholen\?$/);
    expect((await say('ja')).text).toContain('Ich habe jemanden aus dem Team gebeten zu übernehmen');
  });
});
