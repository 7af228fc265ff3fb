import {
  PLATFORM_COPY,
  PLATFORM_WORDS,
  briefKeyOf,
  causesOf,
  nextKeyOf,
  type ArtifactBundle,
  type CopyDefinition,
} from '@arbiter/contracts';
import type { Path } from '../artifact-source';
import { propertiesOf } from './argument-schema';
import { schemaOfBinding } from './binding-schema';
import type { Check, Report } from './check';
import { propertySchemaOf, type ValueSchema } from './known';
import { isTimeZone } from './time-zone';
import { checkPlaces } from './places';
import { proseUses } from './playbooks/prose';
import type { CopyFile, Use } from './use';

/** Every sentence that will be used exists and names only values that are known at that point. */
export const checkCopy: Check = (bundle, report) => {
  for (const use of usesOf(bundle)) checkUse(bundle.copy, 'copy.yaml', use, report);
  checkSpeech(bundle.copy, 'copy.yaml', report);
};

/** Every use of a sentence. */
export function usesOf(bundle: ArtifactBundle): readonly Use[] {
  const uses = [
    ...platformUses(),
    ...stepUses(bundle),
    ...approvalUses(bundle),
    ...denialUses(bundle),
    ...proseUses(bundle),
  ];
  return [...uses, ...usesBeside(uses, bundle)];
}

/**
 * A sentence may have two variants about the same values: a brief one of a word or two, and the offer of a next step.
 */
const usesBeside = (uses: readonly Use[], { copy }: ArtifactBundle): readonly Use[] =>
  uses
    .flatMap((use) => [briefKeyOf(use.key), nextKeyOf(use.key)].map((key) => ({ ...use, key })))
    .filter(({ key }) => Object.hasOwn(copy.sentences, key));

/** Whether the sentence exists and names only known values. */
export function checkUse(copy: CopyDefinition, file: CopyFile, { key, known, at }: Use, report: Report): void {
  const sentence = Object.hasOwn(copy.sentences, key) ? copy.sentences[key] : undefined;
  if (sentence === undefined)
    return report(...at, `there is no sentence "${key}"`, `add it to \`sentences\` in ${file}`);
  checkPlaces(sentence, ['sentences', key], {
    copy,
    known,
    said: key,
    report: (path, reason, fix) => report(file, path, reason, fix),
  });
}

/** The checks that concern one language alone. */
export function checkSpeech(
  { lexicon, sentences, words = {}, timeZone }: CopyDefinition,
  file: CopyFile,
  report: Report,
): void {
  for (const key of Object.keys(lexicon?.filler ?? {})) {
    if (!Object.hasOwn(sentences, key))
      report(file, ['lexicon', 'filler', key], `there is no sentence "${key}"`, 'add it to `sentences`');
  }
  const said: [Path, string][] = Object.entries(sentences).map(([key, sentence]) => [['sentences', key], sentence]);
  const worded = Object.entries(words).flatMap(([family, codes]) =>
    Object.entries(codes).map(([code, text]): [Path, string] => [['words', family, code], text]),
  );
  for (const [path, text] of [...said, ...worded]) {
    if (/[{}]/.test(text.replaceAll(/\{[\w.]+(?::[\w.]+)?\}/g, '')))
      report(file, path, 'a brace stands alone', 'write names as {name} or {name:formatter}');
  }
  for (const [family, codes] of Object.entries(PLATFORM_WORDS)) {
    const missing = codes.filter((code) => !Object.hasOwn(words[family] ?? {}, code));
    if (missing.length > 0)
      report(
        file,
        ['words', family],
        `"${family}" has no words for ${missing.join(', ')}`,
        `add them to \`words.${family}\` in ${file}`,
      );
  }
  if (timeZone !== undefined && !isTimeZone(timeZone))
    report(file, ['timeZone'], `"${timeZone}" is no time zone`, 'use a name such as Europe/Berlin, or UTC');
}

const platformUses = (): Use[] =>
  Object.entries(PLATFORM_COPY).map(([key, names]) => ({
    key,
    known: Object.fromEntries(names.map((name) => [name, null])),
    at: ['copy.yaml', ['sentences']] as const,
  }));

const stepUses = (bundle: ArtifactBundle): Use[] =>
  bundle.templates.flatMap((template, index) =>
    template.steps.flatMap((step, position): Use[] => {
      const known = Object.fromEntries(
        Object.entries(step.args ?? {}).map(([name, value]) => [name, schemaOfBinding(value, template, bundle)]),
      );
      const at = (...path: string[]) => ['templates.yaml', [index, 'steps', position, ...path]] as const;
      const said = step.copy === undefined ? [] : [{ key: step.copy, known, at: at('copy') }];
      const result = {
        result: (bundle.tools.find(({ tool }) => tool === step.tool)?.result ?? null) as ValueSchema | null,
      };
      const expected = new Set(causesOf(step.expect).map(({ code }) => code));
      const knownAt = (code: string) => (expected.has(code) ? { ...known, ...result } : known);
      return [
        ...said,
        ...Object.entries(step.failureCopy ?? {}).map(([code, key]) => ({
          key,
          known: knownAt(code),
          at: at('failureCopy', code),
        })),
      ];
    }),
  );

/** What a person is told whom a rule refuses something: it speaks of no call in particular. */
const denialUses = ({ policy }: ArtifactBundle): Use[] =>
  policy.rules.flatMap(({ copy: key }, index): Use[] =>
    key === undefined ? [] : [{ key, known: {}, at: ['policies.yaml', ['rules', index, 'copy']] }],
  );

const approvalUses = ({ policy, playbooks = [], tools, copy }: ArtifactBundle): Use[] =>
  [...policy.risk, ...playbooks.flatMap(({ definition }) => definition.riskPolicy)]
    .filter(({ question }) => question !== undefined && Object.hasOwn(copy.sentences, question))
    .map(({ tool, question }) => {
      const schema = tools.find((known) => known.tool === tool)?.args;
      return {
        key: question as string,
        known: Object.fromEntries(
          (propertiesOf(schema) ?? []).map((name) => [`args.${name}`, propertySchemaOf(schema, name)]),
        ),
        at: ['copy.yaml', ['sentences']] as const,
      };
    });
