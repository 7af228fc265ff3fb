/**
 * The reply to a person who writes in a language that the tenant does not speak: one sentence in that language, with
 * the tenant's languages for `{languages}`. The names come after a colon, where no language inflects them.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  ar: 'عذرًا، لا أفهم هذه اللغة. يمكنك الكتابة هنا باللغات التالية: {languages}.',
  bg: 'Съжалявам, не разбирам този език. Тук можете да пишете на: {languages}.',
  cs: 'Omlouvám se, tomuto jazyku nerozumím. Můžete mi psát v těchto jazycích: {languages}.',
  da: 'Beklager, jeg forstår ikke dette sprog. Her kan du skrive på: {languages}.',
  de: 'Diese Sprache verstehe ich hier leider nicht. Bitte schreiben Sie mir in einer dieser Sprachen: {languages}.',
  el: 'Λυπάμαι, δεν καταλαβαίνω αυτή τη γλώσσα. Εδώ μπορείτε να γράψετε στις γλώσσες: {languages}.',
  en: "Sorry, I don't understand this language. Here you can write to me in: {languages}.",
  es: 'Lo siento, no entiendo este idioma. Aquí puede escribirme en: {languages}.',
  fi: 'Valitettavasti en ymmärrä tätä kieltä. Voit kirjoittaa minulle näillä kielillä: {languages}.',
  fr: "Désolé, je ne comprends pas cette langue. Vous pouvez m'écrire ici en : {languages}.",
  hi: 'क्षमा करें, मैं यह भाषा नहीं समझता। आप यहाँ इन भाषाओं में लिख सकते हैं: {languages}।',
  hu: 'Sajnos ezt a nyelvet nem értem. Itt ezeken a nyelveken írhat nekem: {languages}.',
  it: 'Mi dispiace, non capisco questa lingua. Qui può scrivermi in: {languages}.',
  ja: '申し訳ありませんが、この言語は理解できません。こちらでは次の言語でお書きください：{languages}。',
  ko: '죄송하지만 이 언어는 이해하지 못합니다. 여기서는 다음 언어로 써 주세요: {languages}.',
  nl: 'Sorry, deze taal begrijp ik niet. Je kunt me hier schrijven in: {languages}.',
  no: 'Beklager, jeg forstår ikke dette språket. Her kan du skrive på: {languages}.',
  pl: 'Przepraszam, nie rozumiem tego języka. Można tu do mnie pisać w językach: {languages}.',
  pt: 'Desculpe, não compreendo este idioma. Aqui pode escrever-me em: {languages}.',
  ro: 'Îmi pare rău, nu înțeleg această limbă. Aici îmi puteți scrie în: {languages}.',
  ru: 'Извините, я не понимаю этот язык. Здесь мне можно писать на таких языках: {languages}.',
  sv: 'Tyvärr förstår jag inte det här språket. Här kan du skriva på: {languages}.',
  tr: 'Üzgünüm, bu dili anlamıyorum. Bana burada şu dillerde yazabilirsiniz: {languages}.',
  uk: 'Вибачте, я не розумію цієї мови. Тут мені можна писати такими мовами: {languages}.',
  vi: 'Xin lỗi, tôi không hiểu ngôn ngữ này. Ở đây bạn có thể viết cho tôi bằng: {languages}.',
  zh: '抱歉，我不懂这种语言。您可以在这里用以下语言给我写信：{languages}。',
};

/** A sentence, and the language it is in. */
export interface NotSpoken {
  readonly language: string;
  readonly sentence: string;
}

/** The English sentence is used for a language without one. `spoken`: the tenant's languages, its own first. */
export function notSpoken(language: string, spoken: readonly string[]): NotSpoken {
  const sentenceLanguage = Object.hasOwn(SENTENCES, language) ? language : 'en';
  const names = new Intl.DisplayNames([sentenceLanguage], { type: 'language' });
  const languages = new Intl.ListFormat([sentenceLanguage], { type: 'disjunction' }).format(
    new Set(spoken.map((locale) => names.of(locale.split('-')[0] as string) ?? locale)),
  );
  return {
    language: sentenceLanguage,
    sentence: (SENTENCES[sentenceLanguage] as string).replace('{languages}', languages),
  };
}
