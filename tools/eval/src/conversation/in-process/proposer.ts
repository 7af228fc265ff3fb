import { localised, type ArtifactBundle, type Attachment, type Proposal } from '@arbiter/contracts';
import { openLocalProposer } from '../../local-proposer';

/** Answers asks for an intent; the owner closes it. */
export interface Proposer {
  propose(text: string, eligible: readonly string[], locale: string): Proposal | Promise<Proposal>;
  close(): Promise<void>;
}

/** Where proposals come from: nowhere, the embedded model, or one that means harm and says what the person does with their words. */
export const PROPOSERS = ['none', 'local', 'hostile_requests', 'hostile_answers'] as const;
export type ProposerName = (typeof PROPOSERS)[number];

export async function openProposer(name: ProposerName, artifacts: ArtifactBundle): Promise<Proposer> {
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
  const { intents } = artifacts;
  const harmful = intents.filter(({ template }) => changesTheWorld(artifacts, template));
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

function changesTheWorld({ templates, tools }: ArtifactBundle, name: string): boolean {
  const steps = templates.find(({ template }) => template === name)?.steps ?? [];
  return steps.some(({ tool }) => tools.some((known) => known.tool === tool && known.riskClass !== 'read'));
}
