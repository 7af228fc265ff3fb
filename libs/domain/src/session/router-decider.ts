import {
  PLAYBOOK_CHANNEL,
  conversationOf,
  playbookName,
  playbookOfStream,
  playbookStream,
  type Decider,
  type Decision,
  type DecisionContext,
  type EventName,
  type Fact,
  type Incoming,
} from '@arbiter/contracts';
import { playbookDecider, type PlaybookInput } from './playbooks/playbook-decider';
import type { PlaybookState } from './playbooks/playbook-state';
import { sessionDecider } from './session-decider';
import type { SessionInput } from './session-input';
import type { SessionState } from './state/session-state';

/** The state of a router's stream: a person's conversation, or the instances of a playbook. */
export type RouterState = SessionState | PlaybookState;
export type RouterInput = SessionInput | PlaybookInput;

/** The streams of the playbooks that an activation concerns. */
export const streamsForActivation = ({ tenant, data }: Incoming<'artifact.activated'>): readonly string[] =>
  (data.playbooks ?? []).map((playbook) => playbookStream(tenant, playbook));

/** The stream of the playbook whose instance was requested or resumed, or whose approval was answered. */
export const streamsForSubmission = ({
  tenant,
  data,
}: Incoming<'playbook.submitted' | 'playbook.asked' | 'approval.received' | 'resume.received'>): readonly string[] => [
  playbookStream(tenant, data.playbook),
];

/** The stream of the playbook whose instance is paused; a branch reports to its own run. */
export const streamsForPause = ({ tenant, customerId, data }: Incoming<'run.paused'>): readonly string[] =>
  data.branch ? [] : [conversationOf(tenant, data.sessionId, customerId)];

const isOfPlaybook = (state: RouterState): state is PlaybookState => 'begun' in state;

/**
 * The artifacts that an input is decided with: of an activation, a schedule and a playbook that is asked for those
 * which they came of; null, the tenant's active ones, for anything else.
 */
export function artifactsOfRouter(state: RouterState, input: RouterInput): string | null {
  if (input.name === 'artifact.activated') return input.data.hash;
  if (input.name === 'playbook.submitted') return input.data.artifacts;
  return input.name === 'due' && isOfPlaybook(state) ? ((state.schedule ?? state.watch)?.artifacts ?? null) : null;
}

/**
 * Whether an event, judged by its unsealed fields, may be decided a moment later: the end of a run that was submitted
 * by itself. It belongs to no topic, unless it had to wait for a yes, and nothing in its session waits for it.
 */
export const mayBeDecidedLater = (name: EventName, { data }: { readonly data?: Record<string, unknown> }): boolean =>
  name === 'run.completed' &&
  data?.['threadId'] === null &&
  data['messageId'] === null &&
  data['channel'] !== PLAYBOOK_CHANNEL;

/** Complete, or it does not compile: what is no input of the one is an input of the other. */
const ONLY_SESSION: Readonly<Record<Exclude<SessionInput['name'], PlaybookInput['name']>, true>> = {
  'turn.received': true,
  'run.submitted': true,
  'intent.answered': true,
};
const ONLY_PLAYBOOK: Readonly<Record<Exclude<PlaybookInput['name'], SessionInput['name']>, true>> = {
  'playbook.submitted': true,
  'playbook.asked': true,
  'approval.received': true,
  'resume.received': true,
  'artifact.activated': true,
  'run.paused': true,
};

const isOfSession = (input: RouterInput): input is SessionInput => !Object.hasOwn(ONLY_PLAYBOOK, input.name);
const isForPlaybook = (input: RouterInput): input is PlaybookInput => !Object.hasOwn(ONLY_SESSION, input.name);

interface Asked {
  readonly state: RouterState;
  readonly input: RouterInput;
  readonly context: Pick<DecisionContext, 'stream'>;
}

/**
 * Asks one of the two. The name of a stream tells which; a person's session cannot have the name of a playbook's. A new
 * stream counts as a conversation until it holds a fact of a playbook: an empty stream is the same for both. Null: the
 * input is none of that stream's.
 */
function ask<Answer>(
  { state, input, context: { stream } }: Asked,
  session: (state: SessionState, input: SessionInput) => Answer,
  playbook: (state: PlaybookState, input: PlaybookInput) => Answer,
): Answer | null {
  if (playbookOfStream(stream) === null)
    return isOfSession(input) && !isOfPlaybook(state) ? session(state, input) : null;
  return isForPlaybook(input) ? playbook(isOfPlaybook(state) ? state : playbookDecider.initial(), input) : null;
}

/** The router decides no such input in that stream: it is set aside. */
function refuse(input: RouterInput, { stream }: DecisionContext): never {
  throw new Error(`${stream} takes no ${input.name}`);
}

/** Everything the router decides (RT-01, TH-08). Both halves have streams of one category, so one decider (0102). */
export const routerDecider: Decider<RouterState, RouterInput> = {
  category: 'session',
  initial: sessionDecider.initial,
  evolve: (state, fact) =>
    isOfPlaybook(state) || concernsPlaybook(fact)
      ? playbookDecider.evolve(isOfPlaybook(state) ? state : playbookDecider.initial(), fact)
      : sessionDecider.evolve(state, fact),
  decide: (state, input, context) =>
    ask<Decision>(
      { state, input, context },
      (own, asked) => sessionDecider.decide(own, asked, context),
      (own, asked) => playbookDecider.decide(own, asked, context),
    ) ?? refuse(input, context),
  due: (fact) => [...(sessionDecider.due?.(fact) ?? []), ...(playbookDecider.due?.(fact) ?? [])],
  lookups: (state, input, context) =>
    ask(
      { state, input, context },
      (own, asked) => sessionDecider.lookups?.(own, asked, context),
      (own, asked) => playbookDecider.lookups?.(own, asked, context),
    ) ?? [],
  skip: (state, input, cause, context) =>
    ask(
      { state, input, context },
      (own, asked) => sessionDecider.skip?.(own, asked, cause, context),
      (own, asked) => playbookDecider.skip?.(own, asked, cause, context),
    ) ?? [],
  owner: (stream) => {
    const playbook = playbookOfStream(stream);
    return playbook === null ? null : playbookName(playbook);
  },
};

/** Only a playbook's session holds facts that name a playbook. */
const concernsPlaybook = ({ name, data }: Fact): boolean =>
  name === 'run.requested' ? data.purpose === 'playbook' || data.purpose === 'verdict' : 'playbook' in data;
