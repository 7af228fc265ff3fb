/** Strings, templates and regular expressions, in which a comment's signs are no comment. */
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

/** JavaScript without comments, blank lines and trailing spaces. Good enough to compare code; never to run it. */
export const withoutComments = (code: string): string =>
  code
    .replace(TOKEN, (_, text?: string) => text ?? '')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n')
    .trim();
