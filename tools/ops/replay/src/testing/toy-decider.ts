import type { ArtifactBundle, Decider, FactOf, RecordedOf } from '@arbiter/contracts';
import type { AnyDecider } from '@arbiter/runtime';
import type { RuleBook } from '../replay/rules';

/** A decider small enough to see through: a session that notes what is submitted to it, each request once. */
interface Notes {
  readonly noted: readonly string[];
}

interface Remark {
  readonly name: 'remark';
  readonly requestId: string;
  readonly about?: RecordedOf<'run.submitted'>;
}
export type ToyInput = RecordedOf<'run.submitted'> | Remark;

const routed = (requestId: string, rule: string, inputs: Record<string, unknown> = {}): FactOf<'turn.routed'> => ({
  name: 'turn.routed',
  data: { requestId, category: 'filler', rule, inputs, threadId: null },
});

/** Notes how many came before; `rule` names its rules. A request `breaks` throws. */
export const toyDecider = (rule = 'note'): Decider<Notes, ToyInput> => ({
  category: 'session',
  initial: () => ({ noted: [] }),
  evolve: (state, fact) =>
    fact.name === 'turn.routed' || fact.name === 'turn.skipped'
      ? { noted: [...state.noted, fact.data.requestId] }
      : state,
  decide: (state, input, { now, artifacts }) => {
    const requestId = input.name === 'remark' ? input.requestId : input.data.requestId;
    if (requestId === 'breaks') throw new Error('this input breaks the rules');
    if (state.noted.includes(requestId)) return { ignored: 'noted_before' };
    if (input.name === 'remark') return [routed(requestId, 'remark', { about: input.about?.data.args ?? null })];
    const opened: FactOf<'intent.classified'> = {
      name: 'intent.classified',
      data: {
        requestId,
        threadId: requestId,
        intentId: null,
        unknownIntent: true,
        rule,
        redactedParams: [],
        referent: null,
        slots: input.data.args,
      },
    };
    return [routed(requestId, rule, { before: state.noted.length, now, tenant: artifacts.tenant }), opened];
  },
  skip: (_, input, cause) => [
    {
      name: 'turn.skipped',
      data: {
        requestId: input.name === 'remark' ? input.requestId : input.data.requestId,
        cause: `gave up: ${cause}`.slice(0, 40),
      },
    },
  ],
});

export const toyRules = (hash: string, rule?: string): RuleBook =>
  new Map([
    ['session', { decider: toyDecider(rule) as unknown as AnyDecider<unknown>, feeds: new Set(['turn']), hash }],
  ]);

export const TOY_ARTIFACTS = { tenant: 'shop' } as unknown as ArtifactBundle;
