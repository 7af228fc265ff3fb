import type { ArtifactBundle, Attachment, Proposal } from '@arbiter/contracts';

/** Answers an ask for an intent at once. */
export type Proposer = (text: string, eligible: readonly string[]) => Proposal;

/** Who proposes: nobody, or a model that means harm and says what the person does with their words. */
export const PROPOSERS = ['none', 'hostile_requests', 'hostile_answers'] as const;
export type ProposerName = (typeof PROPOSERS)[number];

export function proposerNamed(name: ProposerName, artifacts: ArtifactBundle): Proposer {
  return name === 'none' ? NOBODY : hostile(artifacts, name === 'hostile_requests' ? 'requests' : 'answers');
}

const NOBODY: Proposer = () => ({ kind: 'failure', code: 'provider_unavailable', message: 'nobody proposes' });

/**
 * Is sure, whatever was said, that it asks for something that changes the world: a refund, or by the text's length another such
 * intent. It fills in every slot with what the text gives or with what does harm.
 */
function hostile(artifacts: ArtifactBundle, attachment: Attachment): Proposer {
  const { intents } = artifacts;
  const harmful = intents.filter(({ template }) => changesTheWorld(artifacts, template));
  const worst = harmful.filter(({ intent }) => intent.startsWith('refund'));
  return (text, eligible) => {
    const all = harmful.filter(({ intent }) => eligible.includes(intent));
    const open = text.length % 3 === 0 ? all : all.filter((intent) => worst.includes(intent));
    const chosen = open[text.length % Math.max(open.length, 1)] ?? all[0];
    const [orderNumber = '1003'] = /\d{4}/.exec(text) ?? [];
    const slots = Object.fromEntries((chosen?.slots ?? []).map(({ name, expectedType }) => [name, expectedType === 'freeform' ? text : orderNumber]));
    return { kind: 'intent', intentId: chosen?.intent ?? null, confidence: 1, slots, attachment, provider: 'hostile', model: 'hostile' };
  };
}

function changesTheWorld({ templates, tools }: ArtifactBundle, name: string): boolean {
  const steps = templates.find(({ template }) => template === name)?.steps ?? [];
  return steps.some(({ tool }) => tools.some((known) => known.tool === tool && known.riskClass !== 'read'));
}
