import { translationFile, type ArtifactBundle, type CopyDefinition } from '@arbiter/contracts';
import type { Path } from '../artifact-source';
import type { Check, Report } from './check';

type File = Parameters<Report>[0];

/** A phrase, where it stands, and what it is taken for. */
interface Phrase {
  readonly text: string;
  readonly means: string;
  readonly at: readonly [file: File, path: Path];
}

/** CL-01: what people say means one thing: an example of two intents teaches neither, and a yes is no no. */
export const checkPhrases: Check = (bundle, report) => {
  reportDoubles(examplesOf(bundle), report);
  for (const [file, copy] of copiesOf(bundle)) reportDoubles(lexiconOf(file, copy), report);
};

function reportDoubles(phrases: readonly Phrase[], report: Report): void {
  const known = new Map<string, Phrase>();
  for (const phrase of phrases) {
    const folded = foldedText(phrase.text);
    const earlier = known.get(folded);
    if (earlier && earlier.means !== phrase.means)
      report(
        ...phrase.at,
        `"${phrase.text}" stands under "${phrase.means}" and under "${earlier.means}"`,
        'keep it under one of the two',
        earlier.at,
      );
    else known.set(folded, phrase);
  }
}

/** Two phrases that differ only in layout, marks or a number are one. */
const foldedText = (text: string): string =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{L}+|\p{N}+/gu) ?? []
  )
    .map((word) => word.replaceAll(/\p{N}+/gu, '#'))
    .join(' ');

const copiesOf = ({ copy, translations }: ArtifactBundle): readonly (readonly [File, CopyDefinition])[] => [
  ['copy.yaml', copy],
  ...translations.map((translation) => [translationFile(translation.locale), translation] as const),
];

const examplesOf = (bundle: ArtifactBundle): readonly Phrase[] => [
  ...bundle.intents.flatMap(({ intent, examples }, index) =>
    examples.map((text, position): Phrase => {
      return { text, means: intent, at: ['intents.yaml', [index, 'examples', position]] };
    }),
  ),
  ...copiesOf(bundle).flatMap(([file, { intents = {} }]) =>
    Object.entries(intents).flatMap(([intent, { examples = [] }]) =>
      examples.map((text, position): Phrase => {
        return { text, means: intent, at: [file, ['intents', intent, 'examples', position]] };
      }),
    ),
  ),
];

/** The phrases of a language with a meaning of their own; those of `filler` by the sentence that answers them. */
function lexiconOf(file: File, { lexicon = {} }: CopyDefinition): readonly Phrase[] {
  const { filler = {}, ...lists } = lexicon;
  const listed = [
    ...Object.entries(lists).map(([name, phrases]) => [name, phrases, [name]] as const),
    ...Object.entries(filler).map(([name, phrases]) => [name, phrases, ['filler', name]] as const),
  ];
  return listed.flatMap(([means, phrases, path]) =>
    (phrases ?? []).map((text, position): Phrase => {
      return { text, means, at: [file, ['lexicon', ...path, position]] };
    }),
  );
}
