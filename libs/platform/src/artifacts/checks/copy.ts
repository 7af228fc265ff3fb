import { PLATFORM_COPY, placeholdersOf, type ArtifactBundle, type CopyDefinition } from '@arbiter/contracts';
import type { Path } from '../artifact-source';
import { propertiesOf } from './argument-schema';
import { oneOf, type Check, type Report } from './check';

type CopyFile = Parameters<Report>[0];

/** Every sentence that will be said exists and names only what is known when it is said. */
export const checkCopy: Check = (bundle, report) => {
  const uses = usesOf(bundle);
  for (const use of uses) checkUse(bundle.copy, 'copy.yaml', use, report);
  checkSentences(bundle.copy, 'copy.yaml', report);
};

/** One place where a sentence is said: who says it, and the names it may use. */
export interface Use {
  readonly key: string;
  readonly names: readonly string[];
  readonly at: readonly [file: CopyFile, path: Path];
}

/** Wherever a sentence is said. */
export function usesOf(bundle: ArtifactBundle): readonly Use[] {
  const uses = [...platformUses(), ...stepUses(bundle), ...approvalUses(bundle)];
  return [...uses, ...briefUses(uses, bundle)];
}

/** A sentence may have another beside it that says the same in a word or two, of the same things. */
const briefUses = (uses: readonly Use[], { copy }: ArtifactBundle): readonly Use[] =>
  uses.map((use) => ({ ...use, key: `${use.key}_brief` })).filter(({ key }) => Object.hasOwn(copy.sentences, key));

/** Whether the sentence is there, and speaks only of what is known. */
export function checkUse({ sentences }: CopyDefinition, file: CopyFile, { key, names, at }: Use, report: Report): void {
  const sentence = Object.hasOwn(sentences, key) ? sentences[key] : undefined;
  if (sentence === undefined) return report(...at, `there is no sentence "${key}"`, `add it to \`sentences\` in ${file}`);
  for (const name of placeholdersOf(sentence)) {
    if (!names.includes(name)) report(file, ['sentences', key], `nothing is known as {${name}} when "${key}" is said`, oneOf(names));
  }
}

/** What holds for the sentences of any language by themselves. */
export function checkSentences({ lexicon, sentences }: CopyDefinition, file: CopyFile, report: Report): void {
  for (const key of Object.keys(lexicon?.filler ?? {})) {
    if (!Object.hasOwn(sentences, key)) report(file, ['lexicon', 'filler', key], `there is no sentence "${key}"`, 'add it to `sentences`');
  }
  for (const [key, sentence] of Object.entries(sentences)) {
    if (/[{}]/.test(sentence.replaceAll(/\{[\w.]+\}/g, ''))) report(file, ['sentences', key], 'a brace stands alone', 'write names as {name}');
  }
}

const platformUses = (): Use[] =>
  Object.entries(PLATFORM_COPY).map(([key, names]) => ({ key, names, at: ['copy.yaml', ['sentences']] as const }));

const stepUses = ({ templates }: ArtifactBundle): Use[] =>
  templates.flatMap(({ steps }, index) =>
    steps.flatMap((step, position): Use[] => {
      const names = Object.keys(step.args ?? {});
      const at = (...path: string[]) => ['templates.yaml', [index, 'steps', position, ...path]] as const;
      const said = step.copy === undefined ? [] : [{ key: step.copy, names, at: at('copy') }];
      return [...said, ...Object.entries(step.failureCopy ?? {}).map(([code, key]) => ({ key, names, at: at('failureCopy', code) }))];
    }),
  );

const approvalUses = ({ policy, tools, copy }: ArtifactBundle): Use[] =>
  policy.risk
    .filter(({ question }) => question !== undefined && Object.hasOwn(copy.sentences, question))
    .map(({ tool, question }) => ({
      key: question as string,
      names: (propertiesOf(tools.find((known) => known.tool === tool)?.args) ?? []).map((name) => `args.${name}`),
      at: ['copy.yaml', ['sentences']] as const,
    }));
