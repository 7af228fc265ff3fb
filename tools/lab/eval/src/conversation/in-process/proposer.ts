import { localised, type ArtifactBundle, type Attachment, type Proposal } from '@arbiter/contracts';
import { openLocalProposer, type LocalProposer } from '../../local-proposer';
import type { Entry } from '../entry';
import { harmfulIntents, namesTemplates } from './hostile-templates';
import type { Proposer } from './propose';
import { guessing } from './random-proposals';
import { knowing } from './right-proposals';

/**
 * The sources of proposals: none, the embedded model, three hostile ones (claiming requests, claiming answers, naming
 * templates and topics), a random one, and one that is always right.
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

/**
 * Proposers for one tenant. They share one embedded model, which is loaded for the first that asks it; the owner closes
 * it.
 */
export class Proposers {
  private local: Promise<LocalProposer> | null = null;

  constructor(private readonly artifacts: ArtifactBundle) {}

  /** `entries` is the knowledge of the proposer that is always right. */
  of(name: ProposerName, entries: readonly Entry[] = []): Proposer {
    switch (name) {
      case 'none':
        return { propose: () => NO_PROPOSAL };
      case 'local':
        return this.embedded;
      case 'hostile_requests':
      case 'hostile_answers':
        return { propose: hostile(this.artifacts, name === 'hostile_requests' ? 'requests' : 'answers') };
      case 'hostile_templates':
        return { propose: namesTemplates(this.artifacts) };
      case 'random':
        return { propose: guessing(this.artifacts) };
      case 'right':
        return knowing(entries, this.artifacts, this.embedded);
    }
  }

  async close(): Promise<void> {
    await (await this.local)?.close();
  }

  private readonly embedded: Proposer = {
    propose: async (text, eligible, locale) => {
      const local = await (this.local ??= openLocalProposer(this.artifacts.intents));
      return local.propose({ text, eligible, locale, intents: localised(this.artifacts, locale).intents });
    },
  };
}

const NO_PROPOSAL: Proposal = { kind: 'failure', code: 'provider_unavailable', message: 'no model proposes' };

/**
 * Claims with certainty, for any text, that it asks for a change of the world: a refund, or by the text's length
 * another such intent. It fills in every slot with a value of the text or with a harmful one.
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
