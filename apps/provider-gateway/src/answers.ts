import { fillSentence, localised, retryable, terminal, type ArtifactBundle, type Ask, type IntentAsk, type ReplyAsk } from '@arbiter/contracts';
import { checkUnderstanding, deadlineOf, type AskAnswer, type IntentPrompt } from '@arbiter/platform';
import type { Call, Calls, CallContext } from './calls';
import type { GatewayParts } from './gateway-parts';
import type { ProviderPool } from './provider-pool';
import { routeOf } from './route';

const MAXIMUM_REPLY_CHARACTERS = 16_000;
type IntentAnswer = Extract<AskAnswer, { kind: 'intent' }>;

/** Turns an ask into the prompt its providers need, and their answer into a proposal. */
export class Answers {
  constructor(private readonly artifacts: GatewayParts['artifacts'], private readonly pool: ProviderPool, private readonly calls: Calls) {}

  /** `say` gets a reply piece by piece. Throws an ArbiterError when no provider could answer. */
  async answer(ask: Ask, traceParent: string | null, say: (delta: string) => void, signal: AbortSignal): Promise<AskAnswer> {
    const bundle = await this.artifacts.load(ask.artifacts);
    signal.throwIfAborted();
    const context: CallContext = {
      ask, traceParent, signal, deadline: deadlineOf(ask), timeoutMilliseconds: bundle.models.timeoutMilliseconds, inputCharacters: 0,
    };
    return ask.purpose === 'intent'
      ? this.understand(context, ask.input as IntentAsk, bundle)
      : this.compose(context, ask.input as ReplyAsk, bundle, say);
  }

  /** Has every provider of a bundle do ahead of time what its first prompt would wait for. */
  async prepare(artifacts: string): Promise<void> {
    const bundle = await this.artifacts.load(artifacts);
    const names = new Set(Object.values(bundle.models.tiers).flatMap((tier) => tier.map(({ provider }) => provider)));
    await Promise.all(Array.from(names, (name) => this.pool.get(name).prepare?.(bundle.intents)));
  }

  /** PV-04: what the own tier leaves in doubt, the tier above is asked; the doubtful proposal stands if that fails. */
  private async understand(context: CallContext, { text, locale, eligible }: IntentAsk, bundle: ArtifactBundle): Promise<IntentAnswer> {
    const { intents, models } = localised(bundle, locale);
    const { own, above } = routeOf(models, 'intent');
    const prompt: IntentPrompt = { text, intents, eligible, locale };
    const metered = { ...context, inputCharacters: text.length };
    const call: Call<IntentAnswer> = async (provider, { model }, signal) => {
      const understanding = await provider.proposeIntent(prompt, model, signal);
      checkUnderstanding(understanding, prompt);
      return { kind: 'intent', attachment: null, ...understanding, provider: provider.name, model };
    };
    const first = this.calls.first(metered, own, own.length + above.length, call);
    if (above.length === 0) return first;
    const doubtful = await first.catch(() => null);
    if (doubtful && doubtful.confidence >= models.minimumConfidence) return doubtful;
    const second = this.calls.first(metered, above, above.length, call);
    return doubtful ? second.catch(() => doubtful) : second;
  }

  /** Once a word was said no other provider goes on with it: two models' words never mix in one reply. */
  private async compose(context: CallContext, { copy, locale, closing, values }: ReplyAsk, bundle: ArtifactBundle, say: (delta: string) => void): Promise<AskAnswer> {
    const { purpose } = context.ask;
    if (purpose === 'intent') throw terminal('ask_invalid', 'an ask for an intent has no copy', 'purpose');
    const speech = localised(bundle, locale).copy;
    const template = Object.hasOwn(speech.sentences, copy) ? speech.sentences[copy] : undefined;
    if (template === undefined) throw terminal('unknown_copy', `the tenant's copy has no sentence "${copy}"; add it to copy.yaml`, copy);
    const sentence = fillSentence(template, values, speech);
    const { own } = routeOf(bundle.models, purpose);
    let spoken = false;
    const call: Call<AskAnswer> = async (provider, { model }, signal, said) => {
      let text = '';
      for await (const delta of provider.composeReply({ purpose, sentence, locale: speech.locale, closing }, model, signal)) {
        signal.throwIfAborted();
        text += delta;
        if (text.length > MAXIMUM_REPLY_CHARACTERS) throw terminal('reply_too_long', `a reply has at most ${MAXIMUM_REPLY_CHARACTERS} characters`);
        spoken = true;
        said(delta.length);
        say(delta);
      }
      if (text.trim() === '') throw retryable('empty_reply', 'the provider said nothing; ask another one');
      return { kind: 'reply', text, provider: provider.name, model };
    };
    return this.calls.first({ ...context, inputCharacters: sentence.length }, own, own.length, call, () => !spoken);
  }
}
