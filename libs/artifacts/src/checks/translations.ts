import { translationFile, type ArtifactBundle, type CopyDefinition } from '@arbiter/contracts';
import { oneOf, type Check, type Report } from './check';
import { checkSpeech, checkUse, usesOf } from './copy';
import { checkLabel } from './intents';

/**
 * CL-12: another language has every sentence of the default one, names the same values, and none that does not exist.
 */
export const checkTranslations: Check = (bundle, report) => {
  for (const part of ['intents', 'titles'] as const) {
    if (bundle.copy[part] !== undefined)
      report(
        'copy.yaml',
        [part],
        'the default language needs no translation',
        'write it where it is defined: intents.yaml, templates.yaml',
      );
  }
  bundle.translations.forEach((copy) => checkTranslation(bundle, copy, report));
};

function checkTranslation(bundle: ArtifactBundle, copy: CopyDefinition, report: Report): void {
  const file = translationFile(copy.locale);
  if (bundle.copy.locale.toLowerCase() === copy.locale.toLowerCase())
    report(file, ['locale'], `copy.yaml speaks "${copy.locale}" already`, 'remove one of the two');
  for (const use of usesOf(bundle)) checkUse(copy, file, { ...use, at: [file, ['sentences']] }, report);
  checkSpeech(copy, file, report);
  for (const key of Object.keys(copy.sentences)) {
    if (!Object.hasOwn(bundle.copy.sentences, key))
      report(file, ['sentences', key], `copy.yaml has no sentence "${key}"`, 'remove it, or add it there too');
  }
  checkWords(bundle.copy, copy, report);
  checkIntents(bundle, copy, report);
  checkTitles(bundle, copy, report);
}

/** A missing sentence would be noticed only when it is needed, so both languages must hold the same ones. */
function checkWords(
  { words: all = {}, sentences }: CopyDefinition,
  { locale, words = {}, sentences: translated }: CopyDefinition,
  report: Report,
): void {
  const file = translationFile(locale);
  for (const key of Object.keys(sentences)) {
    if (!Object.hasOwn(translated, key))
      report(file, ['sentences'], `there is no sentence "${key}"`, `add it to \`sentences\` in ${file}`);
  }
  for (const [family, codes] of Object.entries(words)) {
    const strange = Object.keys(codes).filter((code) => !Object.hasOwn(all[family] ?? {}, code));
    if (strange.length > 0)
      report(
        file,
        ['words', family],
        `copy.yaml has no words for ${strange.join(', ')} in "${family}"`,
        'remove them, or add them there too',
      );
  }
}

function checkIntents(
  { intents }: ArtifactBundle,
  { locale, intents: translated = {} }: CopyDefinition,
  report: Report,
): void {
  const file = translationFile(locale);
  for (const { intent: name, slots } of intents) {
    const prompts = (Object.hasOwn(translated, name) ? translated[name]!.prompts : undefined) ?? {};
    const missing = slots.filter((slot) => !Object.hasOwn(prompts, slot.name)).map((slot) => slot.name);
    if (missing.length > 0)
      report(
        file,
        ['intents', name],
        `nothing asks for ${missing.join(', ')} of "${name}"`,
        'add it to `prompts` of the intent',
      );
  }
  for (const [name, { label, prompts = {} }] of Object.entries(translated)) {
    const intent = intents.find((known) => known.intent === name);
    if (!intent)
      report(file, ['intents', name], `there is no intent "${name}"`, oneOf(intents.map((known) => known.intent)));
    if (intent) checkLabel(label, intent, (reason, fix) => report(file, ['intents', name, 'label'], reason, fix));
    const slots = intent?.slots.map((slot) => slot.name) ?? Object.keys(prompts);
    for (const slot of Object.keys(prompts))
      if (!slots.includes(slot))
        report(file, ['intents', name, 'prompts', slot], `"${name}" has no slot \`${slot}\``, oneOf(slots));
  }
}

/** A title that is left out is shown as templates.yaml has it: names often are the same in every language. */
function checkTitles({ templates }: ArtifactBundle, { locale, titles = {} }: CopyDefinition, report: Report): void {
  const file = translationFile(locale);
  const known = new Set(
    templates.flatMap(({ steps }) => steps.flatMap(({ title }) => (title === undefined ? [] : [title]))),
  );
  for (const title of Object.keys(titles))
    if (!known.has(title))
      report(
        file,
        ['titles', title],
        `no step is called "${title}"`,
        'remove it, or correct it to the title in templates.yaml',
      );
}
