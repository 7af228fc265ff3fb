/** One spelling of a word in a file or a message. */
export interface Spelling {
  readonly as: string;
  readonly bytes: Buffer;
  /** letters of A to Z count as their small ones */
  readonly anyCase: boolean;
}

const BASE64_GROUP = 3;

/**
 * The spellings a word is looked for in: as typed, in small and in large letters, in every encoding that something may
 * write it in.
 */
export function spellingsOf(word: string): readonly Spelling[] {
  const forms = [
    ...new Set(
      [word, word.toLowerCase(), word.toUpperCase()].flatMap((form) => [form.normalize('NFC'), form.normalize('NFD')]),
    ),
  ];
  const spellings = forms.flatMap((form) => [
    anyCase('clear', Buffer.from(form)),
    anyCase('Latin-1', Buffer.from(form.normalize('NFC'), 'latin1')),
    anyCase('UTF-16, little end first', Buffer.from(form, 'utf16le')),
    anyCase('UTF-16, big end first', Buffer.from(form, 'utf16le').swap16()),
    anyCase('JSON escapes', Buffer.from(escaped(form, /[^ -~]/g, jsonEscape))),
    anyCase('JSON escapes throughout', Buffer.from(escaped(form, /[^]/g, jsonEscape))),
    anyCase('URL encoding', Buffer.from(encodeURIComponent(form))),
    anyCase('HTML entities', Buffer.from(escaped(form, /[^ -~]/g, (unit) => `&#${unit};`))),
    anyCase('hexadecimal', Buffer.from(Buffer.from(form).toString('hex'))),
    ...base64Of(form).map((text): Spelling => ({ as: 'base64', bytes: Buffer.from(text), anyCase: false })),
  ]);
  return [
    ...new Map(
      spellings.map((spelling) => [`${spelling.bytes.toString('latin1')} ${spelling.anyCase}`, spelling]),
    ).values(),
  ];
}

/** The bytes with the letters A to Z made small; all others stay, whatever encoding they belong to. */
export function inSmallLetters(bytes: Buffer): Buffer {
  const small = Buffer.from(bytes);
  for (let index = 0; index < small.length; index += 1) {
    const byte = small[index]!;
    if (byte >= 0x41 && byte <= 0x5a) small[index] = byte | 0x20;
  }
  return small;
}

const anyCase = (as: string, bytes: Buffer): Spelling => ({ as, bytes: inSmallLetters(bytes), anyCase: true });

const escaped = (text: string, which: RegExp, escape: (unit: number) => string): string =>
  text.replace(which, (unit) => escape(unit.charCodeAt(0)));
const jsonEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

/**
 * The characters of its base64, in both alphabets, that depend on the word alone, for each place it may have in a group
 * of three bytes.
 */
function base64Of(word: string): readonly string[] {
  return Array.from({ length: BASE64_GROUP }, (_, offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), Buffer.from(word)]);
    const encoded = whole.toString('base64url').slice(Math.ceil((offset * 8) / 6), Math.floor((whole.length * 8) / 6));
    return [encoded, encoded.replaceAll('-', '+').replaceAll('_', '/')];
  }).flat();
}
