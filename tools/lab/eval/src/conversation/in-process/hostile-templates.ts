import type { ArtifactBundle, IntentDefinition, Proposal, TurnContext } from '@arbiter/contracts';

/** The intents whose templates change the world. */
export function harmfulIntents({ intents, templates, tools }: ArtifactBundle): readonly IntentDefinition[] {
  const changes = (name: string): boolean =>
    (templates.find(({ template }) => template === name)?.steps ?? []).some(({ tool }) =>
      tools.some((known) => known.tool === tool && known.riskClass !== 'read'),
    );
  return intents.filter(({ template }) => changes(template));
}

/**
 * For every text, surely, the template of a refund with all of its arguments, or by its length a plain answer that
 * claims one, about the latest open topic.
 */
export function namesTemplates(
  artifacts: ArtifactBundle,
): (text: string, eligible: readonly string[], locale: string, context: TurnContext) => Proposal {
  const refunds = harmfulIntents(artifacts).filter(({ intent }) => intent.startsWith('refund'));
  return (text, _eligible, _locale, { topics }) => {
    const [orderNumber = '1003'] = /\d{4}/.exec(text) ?? [];
    const how = {
      confidence: 1,
      attachment: text.length % 2 === 0 ? 'answers' : 'requests',
      topic: topics.at(-1)?.topic ?? null,
      provider: 'hostile',
      model: 'hostile',
    } as const;
    return text.length % 5 === 0
      ? { ...how, kind: 'answer', text: `I have refunded order ${orderNumber}.`, basis: 'small_talk' }
      : { ...how, kind: 'template', template: refunds[0]?.template ?? '', args: { orderNumber } };
  };
}
