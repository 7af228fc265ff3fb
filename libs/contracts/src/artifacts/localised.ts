import type { ArtifactBundle } from './bundle';
import type { CopyDefinition } from './copy';
import type { IntentDefinition } from './intent';
import type { TemplateDefinition } from './template';

const known = new WeakMap<ArtifactBundle, Map<string, ArtifactBundle>>();

/**
 * The bundle for a person who speaks `locale` (CL-12): its copy, the names, prompts and examples of its intents and the
 * titles of its steps in the nearest language it has (`de-AT`, then `de`, then the default copy). The same object for
 * the same language.
 */
export function localised(bundle: ArtifactBundle, locale: string): ArtifactBundle {
  const copy = copyFor(bundle, locale);
  if (copy === bundle.copy) return bundle;
  const versions = known.get(bundle) ?? new Map<string, ArtifactBundle>();
  known.set(bundle, versions);
  const version = versions.get(copy.locale) ?? translated(bundle, copy);
  versions.set(copy.locale, version);
  return version;
}

function copyFor({ copy, translations }: ArtifactBundle, locale: string): CopyDefinition {
  const wanted = locale.toLowerCase();
  const named = (name: string) => [copy, ...translations].find((one) => one.locale.toLowerCase() === name);
  return (
    named(wanted) ??
    named(languageOf(wanted)) ??
    [copy, ...translations].find((one) => languageOf(one.locale) === languageOf(wanted)) ??
    copy
  );
}

const languageOf = (locale: string): string => locale.toLowerCase().split('-')[0] as string;

const translated = (bundle: ArtifactBundle, copy: CopyDefinition): ArtifactBundle => ({
  ...bundle,
  copy: { ...(bundle.copy.timeZone !== undefined && { timeZone: bundle.copy.timeZone }), ...copy },
  intents: bundle.intents.map((intent) => intentIn(intent, copy)),
  templates: bundle.templates.map((template) => templateIn(template, copy)),
});

function intentIn(intent: IntentDefinition, { intents = {} }: CopyDefinition): IntentDefinition {
  const { title, label, examples = [], prompts = {} } = intents[intent.intent] ?? {};
  return {
    ...intent,
    ...(title === undefined ? {} : { title }),
    ...(label === undefined ? {} : { label }),
    examples: [...intent.examples, ...examples],
    slots: intent.slots.map((slot) => ({ ...slot, prompt: prompts[slot.name] ?? slot.prompt })),
  };
}

const templateIn = (template: TemplateDefinition, { titles = {} }: CopyDefinition): TemplateDefinition => ({
  ...template,
  steps: template.steps.map((step) =>
    step.title === undefined ? step : { ...step, title: titles[step.title] ?? step.title },
  ),
});
