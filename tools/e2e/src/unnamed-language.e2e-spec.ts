import { TestSystem, type SharedTestSystem } from './test-system';

describe('a conversation without a named language (RT-17)', () => {
  let arbiter: SharedTestSystem;

  beforeAll(async () => {
    arbiter = await TestSystem.borrow();
  });
  afterAll(() => arbiter.close());

  const unnamed = () => {
    const chat = arbiter.chat();
    return async (text: string) => {
      const locales: unknown[] = [];
      const turn = await chat.say(text, ({ type, payload }) => {
        if (type === 'rag.started') locales.push(payload['locale']);
      });
      return { ...turn, locales };
    };
  };

  it('goes on in the language of its messages, and a number keeps it', async () => {
    const say = unnamed();
    const german = await say('Wo ist meine Bestellung?');
    expect(german).toMatchObject({
      text: 'Welche Bestellung ist es? Die Nummer hat vier Ziffern, zum Beispiel 1002.',
      locales: ['de'],
    });
    const number = await say('1002');
    expect(number).toMatchObject({ header: '✓ Die Bestellung nachsehen', locales: ['de'] });
    expect(number.text).toMatch(/^Ihre Bestellung 1002 ist versandt: /);
    const english = await say('and where is my order 1001?');
    expect(english).toMatchObject({ header: '✓ Look up the order', locales: ['en'] });
    expect(await say('1002')).toMatchObject({ locales: ['en'] });
  });

  it('proposes in German what was asked for in German, and takes a German yes', async () => {
    const say = unnamed();
    expect((await say('Bitte erstatten Sie mir die Bestellung 1004')).text).toMatch(
      /Soll ich Ihnen 126,47 EUR für die Bestellung 1004 erstatten\?$/,
    );
    expect((await say('ja')).text).toContain('Ich habe Ihnen 126,47 EUR für die Bestellung 1004 erstattet.');
  });

  it('is answered in its own language when the tenant does not speak it, and nothing is begun', async () => {
    const say = unnamed();
    const french = await say("Remboursez la commande 1003 s'il vous plaît");
    expect(french).toMatchObject({
      status: 'ok',
      header: '',
      text: "Désolé, je ne comprends pas cette langue. Vous pouvez m'écrire ici en : anglais ou allemand.",
      locales: ['fr'],
    });
    expect((await say('any luck?')).locales).toEqual(['en']);
  });
});
