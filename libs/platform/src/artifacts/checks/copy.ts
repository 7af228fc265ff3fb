import { PLATFORM_COPY, placeholdersOf, type ArtifactBundle } from '@arbiter/contracts';
import type { Path } from '../artifact-source';
import { propertiesOf } from './argument-schema';
import { oneOf, type Check, type Report } from './check';

/** Every sentence that will be said exists and names only what is known when it is said. */
export const checkCopy: Check = (bundle, report) => {
  for (const use of [...platformUses(), ...stepUses(bundle), ...approvalUses(bundle)]) checkUse(bundle, use, report);
  for (const key of Object.keys(bundle.copy.lexicon.filler)) {
    if (!Object.hasOwn(bundle.copy.sentences, key)) report('copy.yaml', ['lexicon', 'filler', key], `there is no sentence "${key}"`, 'add it to `sentences`');
  }
  for (const [key, sentence] of Object.entries(bundle.copy.sentences)) {
    if (/[{}]/.test(sentence.replaceAll(/\{[\w.]+\}/g, ''))) report('copy.yaml', ['sentences', key], 'a brace stands alone', 'write names as {name}');
  }
};

/** One place where a sentence is said: who says it, and the names it may use. */
interface Use {
  readonly key: string;
  readonly names: readonly string[];
  readonly at: readonly [file: 'templates.yaml' | 'copy.yaml', path: Path];
}

function checkUse({ copy }: ArtifactBundle, { key, names, at }: Use, report: Report): void {
  const sentence = Object.hasOwn(copy.sentences, key) ? copy.sentences[key] : undefined;
  if (sentence === undefined) return report(...at, `there is no sentence "${key}"`, 'add it to `sentences` in copy.yaml');
  for (const name of placeholdersOf(sentence)) {
    if (!names.includes(name)) report('copy.yaml', ['sentences', key], `nothing is known as {${name}} when "${key}" is said`, oneOf(names));
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
