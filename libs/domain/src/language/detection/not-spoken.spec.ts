import { notSpoken } from './not-spoken';

const SPOKEN = ['en', 'de'];

describe('RT-17: a language that the tenant does not speak', () => {
  test.each([
    ['fr', "Désolé, je ne comprends pas cette langue. Vous pouvez m'écrire ici en : anglais ou allemand."],
    ['tr', 'Üzgünüm, bu dili anlamıyorum. Bana burada şu dillerde yazabilirsiniz: İngilizce veya Almanca.'],
    ['en', "Sorry, I don't understand this language. Here you can write to me in: English or German."],
  ])('is answered in %s with the languages that are spoken', (language, sentence) => {
    expect(notSpoken(language, SPOKEN)).toEqual({ language, sentence });
  });

  test.each(['sk', 'yo', 'constructor', ''])('%p has no sentence, and is answered in English', (language) => {
    expect(notSpoken(language, SPOKEN)).toEqual(notSpoken('en', SPOKEN));
  });

  test('each language is named once', () => {
    expect(notSpoken('en', ['en-GB', 'en', 'de-AT']).sentence).toContain('English or German.');
    expect(notSpoken('de', ['de']).sentence).toContain(': Deutsch.');
  });
});
