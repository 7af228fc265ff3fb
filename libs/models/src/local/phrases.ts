/** The text after each place where the phrase occurs as whole words, or as a sign such as "#". */
export function textsAfter(text: string, phrase: string): readonly string[] {
  const head = /^[\p{L}\p{N}]/u.test(phrase) ? '(?<![\\p{L}\\p{N}])' : '';
  const tail = /[\p{L}\p{N}]$/u.test(phrase) ? '(?![\\p{L}\\p{N}])' : '';
  const literal = phrase.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(/\s+/g, '\\s+');
  return Array.from(text.matchAll(new RegExp(head + literal + tail, 'giu')), (place) =>
    text.slice(place.index + place[0].length),
  );
}
