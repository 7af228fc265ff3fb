import { answerTimes, dayOf, withPersonalValues, type ArtifactBundle } from '@arbiter/contracts';
import {
  PURPOSE_NAMES,
  ShownValues,
  candidatesOf,
  completionOf,
  deadlineOf,
  purposeOf,
  type Ask,
  type AskAnswer,
  type Purpose,
  type Task,
} from '@arbiter/models';
import { SYSTEM_CLOCK } from '@arbiter/resilience';
import type { CallContext } from './call-context';
import type { Call, Calls } from './calls';
import { personalOf, type Contexts } from './contexts';
import type { GatewayParts } from './gateway-parts';
import type { Library } from './library';
import type { ProviderPool } from './provider-pool';
import { playbookShareOf } from './playbook-share';
import { MOST_REPAIRS, repaired } from './repaired';
import { classOf, routeOf, type Route } from './route';
import { requireComplete } from './complete-answer';

/** A delta of a further attempt begins anew. */
type Say = (delta: string, attempt: number) => void;

/** Turns an ask, whatever its purpose, into the prompt its providers need, and their answer into a proposal. */
export class Answers {
  constructor(
    private readonly artifacts: GatewayParts['artifacts'],
    private readonly parts: {
      readonly pool: ProviderPool;
      readonly calls: Calls;
      readonly contexts: Contexts;
      /** without it nothing is looked up */
      readonly library?: Pick<Library, 'answer' | 'notice' | 'close'>;
    },
    private readonly environment: GatewayParts['environment'] = {},
  ) {}

  /** `say` gets the spoken text piece by piece. Throws an ArbiterError when no provider could answer. */
  async answer(ask: Ask, traceParent: string | null, say: Say, signal: AbortSignal): Promise<AskAnswer> {
    const bundle = await this.artifacts.load(ask.artifacts);
    signal.throwIfAborted();
    this.parts.library?.notice(bundle);
    if (ask.purpose === 'retrieval' && this.parts.library)
      return this.parts.library.answer(ask as Ask<'retrieval'>, bundle, signal);
    const purpose = purposeOf(ask.purpose);
    const task = purpose.task(ask.input, bundle);
    const { budgets } = bundle.models;
    const ofPlaybook = playbookShareOf(ask, bundle);
    let made = 0;
    const context: CallContext = {
      ask,
      class: classOf(bundle.models, ask),
      traceParent,
      signal,
      deadline: deadlineOf(ask),
      firstTokenMilliseconds: answerTimes(bundle.models, ask.purpose).firstToken,
      budgets,
      today: dayOf(bundle, SYSTEM_CLOCK.now()),
      ...(ofPlaybook && { ofPlaybook }),
      inOnePiece: !purpose.isSpoken || ask.inOnePiece === true,
      inputCharacters: task.inputCharacters,
      nextAttempt: () => (made += 1),
    };
    return this.asked(context, purpose, task, bundle, say);
  }

  /** Ends the work in the background. */
  async close(): Promise<void> {
    await this.parts.library?.close();
  }

  /** Prepares every provider that a bundle may ask here, so that its first prompt does not wait. */
  async prepare(artifacts: string): Promise<void> {
    const bundle = await this.artifacts.load(artifacts);
    this.parts.library?.notice(bundle);
    const asked = Object.keys(bundle.models.tiers).flatMap((tier) =>
      PURPOSE_NAMES.flatMap((purpose) => candidatesOf(bundle.models, tier, purpose, this.environment)),
    );
    if (asked.some(({ definition }) => definition !== undefined)) await this.parts.contexts.prepare();
    const definitions = new Map(asked.map(({ provider, definition }) => [provider, definition]));
    await Promise.all(
      Array.from(definitions, ([name, definition]) =>
        this.parts.pool.entry(name, definition).provider.prepare?.(bundle.intents),
      ),
    );
  }

  /**
   * Words of two models never mix in one reply: once a word was sent, another call is a new attempt and its words are
   * marked as such; for an asker that cannot show that, no further call is made.
   */
  private asked(
    context: CallContext,
    purpose: Purpose,
    task: Task<object>,
    { models, context: declared }: ArtifactBundle,
    say: Say,
  ): Promise<AskAnswer> {
    const route = routeOf(models, context.ask, this.environment);
    let attempts = 0;
    const call: Call<AskAnswer> = async (provider, { model, definition }, signal, said) => {
      const mayRepair = definition !== undefined && !purpose.isSpoken && purpose.isRepairedByAsker !== true;
      return repaired(task.draft, mayRepair ? MOST_REPAIRS : 0, async (draft) => {
        const { prompt, personal, report } = await this.parts.contexts.of(
          draft,
          context.ask.tenant,
          declared,
          definition,
        );
        const shown = new ShownValues(personal);
        let hasBegun = false;
        const speak = (text: string): void => {
          if (context.inOnePiece || text === '') return;
          if (!hasBegun) attempts += 1;
          hasBegun = true;
          say(text, attempts);
        };
        // TP-02: what may call a tool comes as a stream, which can be stopped, though no reader follows it.
        const inOnePiece = context.inOnePiece && prompt.tools.length === 0;
        const completion = requireComplete(
          await completionOf(provider.generate(prompt, model, signal, inOnePiece), (text) => {
            signal.throwIfAborted();
            if (!inOnePiece) said(text.length);
            speak(shown.add(text));
          }),
          purpose.callsTools,
        );
        // Prose is for its own owner; in a proposal a value comes back only where it is dispatched (AG-08).
        const answer = task.answer(purpose.isSpoken ? withPersonalValues(completion, personal) : completion, personal);
        speak(shown.end());
        const attached = { ...personalOf(answer, personal), ...(report && { context: report }) };
        return { ...answer, ...attached, provider: provider.name, model } as AskAnswer;
      });
    };
    const isSure = (answer: AskAnswer): boolean => (purpose.confidence?.(answer) ?? 1) >= models.minimumConfidence;
    return this.escalated(context, route, call, isSure, () => attempts === 0 || context.ask.marksAttempts === true);
  }

  /**
   * PV-04: when the own tier's proposal is doubtful, the tier above is asked; the doubtful proposal is used if that
   * fails.
   */
  private async escalated(
    context: CallContext,
    { own, above }: Route,
    call: Call<AskAnswer>,
    isSure: (answer: AskAnswer) => boolean,
    mayGoOn: () => boolean,
  ): Promise<AskAnswer> {
    const first = this.parts.calls.first(context, own, own.length + above.length, call, mayGoOn);
    if (above.length === 0) return first;
    const doubtful = await first.catch(() => null);
    if (doubtful && isSure(doubtful)) return doubtful;
    const second = this.parts.calls.first(context, above, above.length, call, mayGoOn);
    return doubtful ? second.catch(() => doubtful) : second;
  }
}
