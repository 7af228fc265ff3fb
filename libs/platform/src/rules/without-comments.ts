/** What a comment may stand in without being one: strings, templates and regular expressions. */
const TEXTS = [
  /"(?:\\.|[^"\\\n])*"/,
  /'(?:\\.|[^'\\\n])*'/,
  /`(?:\\[\s\S]|[^`\\])*`/,
  /(?<=(?:[(,=:[!&|?{};+\-*%<>~^]|\breturn|\bcase)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//,
]
  .map(({ source }) => source)
  .join('|');
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//.source;
const TOKEN = new RegExp(`(${TEXTS})|${COMMENT}`, 'g');

/**
 * JavaScript without comments, blank lines and what trails a line. Good enough to tell whether code differs; never to
 * run it.
 */
export const withoutComments = (code: string): string =>
  code
    .replace(TOKEN, (_, text?: string) => text ?? '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n')
    .trim();
