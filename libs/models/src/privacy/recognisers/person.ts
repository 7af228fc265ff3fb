import type { Find, Recogniser } from './recogniser';

/** The part of compromise that is used here. */
interface Language {
  (text: string): { people(): { out(how: 'offset'): readonly { readonly offset: Place }[] } };
}
interface Place {
  readonly start: number;
  readonly length: number;
}

/**
 * A capital inside a sentence that no day or month has, or a word that names follow; without either no name is looked
 * for: that costs milliseconds.
 */
const MAY_NAME =
  /[^.!?\n]\s(?!(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b)\p{Lu}\p{Ll}|\b(?:[Nn]ame[sd]?|[Cc]alled|[Mm]rs?|[Mm]s|[Dd]r|[Pp]rof|Herrn?|Frau)\b/u;
const INTRODUCED =
  /\b(?:my name is|name is|name:|i am called|call me|this is|mrs?\.?|ms\.?|dr\.?|prof\.?|mein name ist|ich heiße|herrn?|frau)\s+(\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+){0,2})/giu;
const CAPITALS = /^\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)*/u;
const HAS_CAPITAL = /^\p{Lu}/u;

/** Names of people: those that are introduced as such in any language, and those that English grammar shows. */
export function personsBy(language: Language): Recogniser {
  return {
    dataClass: 'person',
    *find(text) {
      if (!MAY_NAME.test(text)) return;
      for (const match of text.matchAll(INTRODUCED)) {
        const start = match.index + match[0].length - match[1]!.length;
        const name = CAPITALS.exec(match[1]!)?.[0];
        if (name !== undefined) yield { start, end: start + name.length, score: 0.8 };
      }
      for (const { offset } of language(text).people().out('offset')) yield* nameAt(text, offset);
    },
  };
}

/** Without the punctuation around it; a name in small letters is guessed too often. */
function* nameAt(text: string, { start, length }: Place): Generator<Find> {
  const raw = text.slice(start, start + length);
  const name = raw.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const from = start + raw.indexOf(name);
  if (name.length > 1 && name.split(/\s+/u).every((word) => HAS_CAPITAL.test(word)))
    yield { start: from, end: from + name.length, score: 0.5 };
}
