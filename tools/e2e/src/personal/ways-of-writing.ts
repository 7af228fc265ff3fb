/** A personal value in the groups that it is usually written in, and what people call it. */
export interface CanaryValue {
  readonly groups: readonly string[];
  readonly label: { readonly en: string; readonly de: string };
  /** it looks like any other number: a word beside it has to say what it is */
  readonly needsLabel?: true;
  /** an address of mail: its first group is the telling one */
  readonly isMail?: true;
}

/** A text that holds the value in some spelling. */
export interface Way {
  readonly value: CanaryValue;
  readonly writing: string;
  readonly text: string;
}

const ACCOUNT = { en: 'bank account', de: 'Kontonummer' };
const CARD = { en: 'credit card', de: 'Kreditkarte' };
const PHONE = { en: 'phone number', de: 'Telefonnummer' };
const NUMBERS: readonly CanaryValue[] = [
  { groups: ['DE89', '3704', '0044', '0532', '0130', '00'], label: ACCOUNT },
  { groups: ['GB29', 'NWBK', '6016', '1331', '9268', '19'], label: ACCOUNT },
  { groups: ['4012', '8888', '8888', '1881'], label: CARD },
  { groups: ['3782', '822463', '10005'], label: CARD },
  { groups: ['+49', '30', '9018', '2047'], label: PHONE },
  { groups: ['0171', '476', '5839'], label: PHONE, needsLabel: true },
  { groups: ['536', '90', '4399'], label: { en: 'SSN', de: 'Sozialversicherungsnummer' }, needsLabel: true },
  { groups: ['86', '095', '742', '719'], label: { en: 'tax ID', de: 'Steuer-ID' }, needsLabel: true },
];
const MAIL: CanaryValue = {
  groups: ['ida.quixworth', 'example.com'],
  label: { en: 'e-mail', de: 'E-Mail-Adresse' },
  isMail: true,
};

type Writing = (groups: readonly string[]) => string;
const joinedBy =
  (mark: string): Writing =>
  (groups) =>
    groups.join(mark);
const eachCharacter =
  (mark: string): Writing =>
  (groups) =>
    [...groups.join('')].join(mark);
const wide = (text: string): string => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
const arabic = (text: string): string => text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));

const WRITINGS: Readonly<Record<string, Writing>> = {
  'in one piece': joinedBy(''),
  'with blanks': joinedBy(' '),
  'with dots': joinedBy('.'),
  'with dashes': joinedBy('-'),
  'with slashes': joinedBy('/'),
  'with dashes among blanks': joinedBy(' - '),
  'with no-break blanks': joinedBy('\u00a0'),
  'with narrow blanks': joinedBy('\u202f'),
  'with long dashes': joinedBy('\u2013'),
  'with zero-width blanks': joinedBy('\u200b'),
  'with soft hyphens': eachCharacter('\u00ad'),
  'with a word joiner at each place': eachCharacter('\u2060'),
  'with a blank at each place': eachCharacter(' '),
  'over several lines': joinedBy('\n'),
  'with brackets': ([first = '', ...others]) => `(${first}) ${others.join(' ')}`,
  'in wide forms': (groups) => wide(groups.join('')),
  'in wide forms and blanks': (groups) => wide(groups.join(' ')).replaceAll('\uff00', '\u3000'),
  'in digits of another script': (groups) => arabic(groups.join(' ')),
};

const MAIL_WRITINGS: Readonly<Record<string, Writing>> = {
  'in one piece': joinedBy('@'),
  'in wide forms': (groups) => wide(groups.join('@')),
  'with a wide sign': joinedBy('\uff20'),
  'with zero-width blanks': ([name, domain]) => `${name}\u200b@\u200b${domain}`,
  'with soft hyphens': (groups) => [...groups.join('@')].join('\u00ad'),
  'with blanks': joinedBy(' @ '),
  'over two lines': joinedBy('@\n'),
  'with (at)': joinedBy(' (at) '),
  'with [at] and [dot]': (groups) => groups.join(' [at] ').replaceAll('.', ' [dot] '),
  'in angle brackets': (groups) => `<${groups.join('@')}>`,
};

type Sentence = (written: string, { en, de }: CanaryValue['label']) => string;
const LABELLED: readonly Sentence[] = [
  (written, { en }) => `My ${en} is ${written}`,
  (written, { en }) => `${written} is my ${en}.`,
  (written, { en }) => `Please note my ${en}: ${written}, thanks`,
  (written, { en }) => `Where is my order 1002? My ${en} is ${written} by the way.`,
  (written, { en }) => `I wrote "my ${en} is ${written}" into your form and it refused.`,
  (written, { en }) => `> my ${en} (${written})\nthis is what I sent to you`,
  (written, { en }) => `refund 1003, and note that ${written} is my ${en} now`,
  (written, { de }) => `Meine ${de} ist ${written}`,
  (written, { de }) => `${written} ist meine ${de}, bitte notieren.`,
  (written, { de }) => `Wo ist meine Bestellung 1002? ${de}: ${written}`,
  (written, { de }) => `Bitte ändern Sie meine ${de} auf ${written} und sagen Sie mir, wo 1002 ist.`,
];
const BARE: readonly Sentence[] = [
  (written) => written,
  (written) => `Something is odd, look: ${written}`,
  (written) => `refund 1003 and send it to ${written} please`,
  (written) => `Bitte alles an ${written} schicken`,
];

const SENTENCES_FOR_EACH = 2;

/** More than 200 texts; the same ones each time. */
export function waysOfWriting(): readonly Way[] {
  let turn = 0;
  const waysOf = (value: CanaryValue, writings: Readonly<Record<string, Writing>>): readonly Way[] => {
    const sentences = value.needsLabel ? LABELLED : [...LABELLED, ...BARE];
    return Object.entries(writings).flatMap(([writing, write]) =>
      Array.from({ length: SENTENCES_FOR_EACH }, () => {
        const sentence = sentences[turn++ % sentences.length]!;
        return { value, writing, text: sentence(write(value.groups), value.label) };
      }),
    );
  };
  return [...NUMBERS.flatMap((value) => waysOf(value, WRITINGS)), ...waysOf(MAIL, MAIL_WRITINGS)];
}
