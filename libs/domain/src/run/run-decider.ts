import {
  isIgnored,
  localised,
  type Decider,
  type Decision,
  type DecisionContext,
  type EventName,
  type Fact,
  type Incoming,
} from '@arbiter/contracts';
import { branchOpening } from './branches/on-branch';
import { decideRun } from './decide/decide-run';
import { breakRun } from './decide/ending';
import { awaitsReplaced } from './decide/next-move';
import { isOwn, openingOf, type Opening } from './decide/opening';
import { withdrawAll } from './decide/settle';
import { withLateNews } from './decide/settle-late';
import { KINDS } from './kinds';
import { linesOf } from './report/show';
import type { RunInput } from './run-inputs';
import { evolveRun } from './state/evolve-run';
import { stored, withKinds } from './state/opened-run';
import { UNOPENED, writingOf, type Run, type StepKinds, type Stored } from './state/run';
import { runStream } from './state/streams';
import { runTimers } from './timers';

/** A run, and whether its header was shown. */
export interface RunState {
  readonly run: Stored;
  readonly headerShown: boolean;
}

/** The run of one request, from its opening to its one end (EX-01 to EX-07, EV-04), of steps of these kinds. */
export function runDeciderOf(kinds: StepKinds): Decider<RunState, RunInput> {
  return {
    category: 'run',
    initial: () => ({ run: UNOPENED, headerShown: false }),
    evolve: ({ run, headerShown }, fact) => ({
      run: stored(evolveRun(withKinds(run, kinds), fact)),
      headerShown: headerShown || fact.name === 'reply.requested',
    }),
    decide: ({ run }, input, context) => decided(withKinds(run, kinds), input, context),
    due: runTimers(kinds),
    show: ({ run, headerShown }, fact, { artifacts }) =>
      linesOf(
        withKinds(run, kinds),
        headerShown,
        fact,
        run.phase === 'unopened' ? artifacts : localised(artifacts, run.delivery.locale),
      ),
    lookups: ({ run }, input, { tenant }) => {
      const followed = followedBy(run, input);
      return followed === undefined ? [] : [runStream(tenant, followed)];
    },
    skip: ({ run }, input, _, context) => broken(withKinds(run, kinds), input, context),
  };
}

export const runDecider = runDeciderOf(KINDS);

/** The events that it takes of the streams that it looks up. */
export const RUN_LOOKS_UP: ReadonlySet<EventName> = new Set(['run.completed', 'run.settled', 'run.suspended']);

function decided(run: Run, input: RunInput, context: DecisionContext): Decision {
  const own = inItsLanguage(run, input, context);
  const decision = decideRun(run, input, own);
  return isIgnored(decision) ? decision : withLateNews(run, decision, own);
}

/** The facts for an input that cannot be handled at all. */
function broken(run: Run, input: RunInput, context: DecisionContext): readonly Fact[] {
  if (run.phase === 'ended' || (isOpening(input) && !isOwn(input, context))) return [];
  const opening = openingFactsOf(run, input, context);
  const opened = opening.reduce(evolveRun, run);
  const own = inItsLanguage(run, input, context);
  return opened.phase === 'open'
    ? withLateNews(run, [...opening, ...withdrawAll(opened), breakRun(opened, own)], own)
    : [];
}

function openingFactsOf(run: Run, input: RunInput, context: DecisionContext): readonly Fact[] {
  if (isOpening(input)) return openingOf(run, input, context);
  return input.name === 'branch.requested' ? branchOpening(run, input, context) : [];
}

/** CL-12: a run speaks the language it was asked for in. */
function inItsLanguage(run: Run, input: RunInput, context: DecisionContext): DecisionContext {
  const delivery = run.phase === 'unopened' ? (opens(input) ? input.data.delivery : null) : run.delivery;
  return delivery === null ? context : { ...context, artifacts: localised(context.artifacts, delivery.locale) };
}

/** The run whose end must be known before a run that follows or replaces it is planned or looks again. */
function followedBy(run: Stored, input: RunInput): string | undefined {
  const planned = run.phase === 'open' ? run.planned : null;
  const isLooking = input.name === 'plan.accepted' || (input.name === 'due' && input.key === 'follow');
  if (run.phase === 'open' && awaitsReplaced(run)) return isLooking ? run.replaces : undefined;
  if (input.name === 'plan.accepted' && planned === null && run.phase !== 'ended')
    return input.data.plan.steps[0]?.follows;
  return input.name === 'due' && input.key === 'follow' ? planned?.plan.steps[0]?.follows : undefined;
}

const OPENINGS: ReadonlySet<string> = new Set<Opening['name']>([
  'run.requested',
  'plan.accepted',
  'plan.rejected',
  'plan.postponed',
]);
const isOpening = (input: RunInput): input is Opening => OPENINGS.has(input.name);

/** The inputs that may be a run's first name its artifacts and its language. */
const opens = (input: RunInput): input is Opening | Incoming<'branch.requested'> =>
  isOpening(input) || input.name === 'branch.requested';

/**
 * The artifacts an input is decided with: those the run is pinned to, or those that the opening input names; null when
 * neither is known.
 */
export function artifactsOfRun({ run }: RunState, input: RunInput): string | null {
  if (run.phase !== 'unopened') return run.artifacts;
  return opens(input) ? input.data.artifacts : null;
}

/**
 * The session and run of the UI stream, and whether prose is being written into it now. An unopened run shows nothing.
 */
export const audienceOfRun = ({
  run,
}: RunState): { readonly sessionId: string; readonly runId: string; readonly writing: boolean } =>
  run.phase === 'unopened'
    ? { sessionId: '', runId: '', writing: false }
    : { sessionId: run.sessionId, runId: run.runId, writing: run.phase === 'open' && writingOf(run) !== null };
