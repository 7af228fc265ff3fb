/** A request to a shop is never longer, and the cost of reading grows with them. */
const READ_CHARACTERS = 400;

const COURTESY: ReadonlySet<string> = new Set(['please', 'hi', 'hello', 'hey', 'thanks', 'kindly']);

/**
 * The words by which two texts are compared: lower case, without punctuation, courtesy and whatever holds a digit, so
 * that "Please track order #1002!" and "track order 7" are the same request. Empty when nothing of that is left.
 */
export function normalForm(text: string): string {
  return text
    .slice(0, READ_CHARACTERS)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !/\p{N}/u.test(word) && !COURTESY.has(word))
    .join(' ');
}
