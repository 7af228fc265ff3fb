import { createHmac } from 'node:crypto';
import {
  NO_PERSONAL_VALUES,
  terminal,
  treatmentsOf,
  type ModelsDefinition,
  type PersonalValues,
} from '@arbiter/contracts';
import {
  assembled,
  createProvider,
  definitionOf,
  embeddedPrompt,
  loadRecognisers,
  settingOf,
  type Draft,
  type Environment,
  type ModelProvider,
  type Prompt,
} from '@arbiter/models';
import type { Case } from './case';
import { hostile, right, type Scripted } from './scripted';

interface Asked extends Scripted {
  readonly model: string;
  /** makes its prompt */
  readonly promptOf: PromptOf;
}
type PromptOf = (draft: Draft) => Promise<{ readonly prompt: Prompt; readonly personal: PersonalValues }>;

/** The provider for each case; the owner closes it. */
export interface Source {
  of(subject: Case): Promise<Asked>;
  close(): Promise<void>;
}

const SCRIPTS: Readonly<Record<string, (subject: Case) => Scripted>> = { right, hostile };
const EMBEDDED_MODELS: Readonly<Record<string, string>> = { local: 'embedded-en-0.2', local_lexical: 'lexical-en-0.1' };

/** A script, an embedded provider, or one that models.yaml names. Throws a terminal `unknown_provider`. */
export function sourceOf(name: string, models: ModelsDefinition, environment: Environment): Source {
  const script = Object.hasOwn(SCRIPTS, name) ? SCRIPTS[name] : undefined;
  if (script)
    return {
      of: async (subject) => ({ ...script(subject), model: name, promptOf: embedded }),
      close: async () => undefined,
    };
  const model = Object.hasOwn(EMBEDDED_MODELS, name) ? EMBEDDED_MODELS[name] : undefined;
  if (model !== undefined) return asking(createProvider(name, environment), model, embedded);
  const definition = definitionOf(models, name);
  if (!definition)
    throw terminal(
      'unknown_provider',
      `there is no provider "${name}"; name local, right, hostile or one of models.yaml`,
    );
  return asking(
    createProvider(name, environment, definition),
    settingOf(definition, environment)?.model ?? '',
    assembling,
  );
}

/** An embedded provider is prepared for the intents of a case once. */
function asking(provider: ModelProvider, model: string, promptOf: PromptOf): Source {
  let prepared: Case['prompt']['intents'] | null = null;
  return {
    of: async ({ prompt: { intents } }) => {
      if (prepared !== intents) await provider.prepare?.(intents);
      prepared = intents;
      return { provider, model, isInvalid: false, promptOf };
    },
    close: () => provider.close(),
  };
}

/** For a provider that reads no prompt. */
const embedded: PromptOf = async (draft) => ({ prompt: embeddedPrompt(draft), personal: NO_PERSONAL_VALUES });

/** Assembles the prompt as provider-gateway does, with tokens of no tenant. */
const assembling: PromptOf = async (draft) =>
  assembled(draft, {
    recognisers: await loadRecognisers(),
    treatments: treatmentsOf(),
    digest: (kind, value) => createHmac('sha256', 'evaluation').update(`${kind}\n${value}`).digest('hex'),
  });
