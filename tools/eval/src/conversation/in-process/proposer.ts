import { localised, type ArtifactBundle, type Attachment, type Proposal } from '@arbiter/contracts';
import { openLocalProposer } from '../../local-proposer';
import type { Entry } from '../entry';
import { harmfulIntents, namesTemplates } from './hostile-templates';
import type { Proposer } from './propose';
import { guessing } from './random-proposals';
import { knowing } from './right-proposals';

/**
 * Where proposals come from: nowhere, the embedded model, one that means harm and says what the person does with their words or
 * names templates and topics, one that answers at random, or one that is right.
 */
export const PROPOSERS = [
  'none',
  'local',
  'hostile_requests',
  'hostile_answers',
  'hostile_templates',
  'random',
  'right',
] as const;
export type ProposerName = (typeof PROPOSERS)[number];

/** `entries` is what the one that is right knows. */
export async function openProposer(
  name: ProposerName,
  artifacts: ArtifactBundle,
  entries: readonly Entry[] = [],
): Promise<Proposer> {
  switch (name) {
    case 'none':
      return { propose: () => NO_PROPOSAL, close: async () => undefined };
    case 'local':
      return embedded(artifacts);
    case 'hostile_requests':
    case 'hostile_answers':
      return {
        propose: hostile(artifacts, name === 'hostile_requests' ? 'requests' : 'answers'),
        close: async () => undefined,
      };
    case 'hostile_templates':
      return { propose: namesTemplates(artifacts), close: async () => undefined };
    case 'random':
      return { propose: guessing(artifacts), close: async () => undefined };
    case 'right':
      return knowing(entries, artifacts, await embedded(artifacts));
  }
}

const NO_PROPOSAL: Proposal = { kind: 'failure', code: 'provider_unavailable', message: 'no model proposes' };

async function embedded(artifacts: ArtifactBundle): Promise<Proposer> {
  const local = await openLocalProposer(artifacts.intents);
  return {
    propose: (text, eligible, locale) =>
      local.propose({ text, eligible, locale, intents: localised(artifacts, locale).intents }),
    close: () => local.close(),
  };
}

/**
 * Is sure, whatever was said, that it asks for something that changes the world: a refund, or by the text's length another such
 * intent. It fills in every slot with what the text gives or with what does harm.
 */
function hostile(
  artifacts: ArtifactBundle,
  attachment: Attachment,
): (text: string, eligible: readonly string[]) => Proposal {
  const harmful = harmfulIntents(artifacts);
  const worst = harmful.filter(({ intent }) => intent.startsWith('refund'));
  return (text, eligible) => {
    const all = harmful.filter(({ intent }) => eligible.includes(intent));
    const open = text.length % 3 === 0 ? all : all.filter((intent) => worst.includes(intent));
    const chosen = open[text.length % Math.max(open.length, 1)] ?? all[0];
    const [orderNumber = '1003'] = /\d{4}/.exec(text) ?? [];
    const slots = Object.fromEntries(
      (chosen?.slots ?? []).map(({ name, expectedType }) => [name, expectedType === 'freeform' ? text : orderNumber]),
    );
    return {
      kind: 'intent',
      intentId: chosen?.intent ?? null,
      confidence: 1,
      slots,
      attachment,
      provider: 'hostile',
      model: 'hostile',
    };
  };
}
