import type {
  ArtifactBundle,
  DecisionContext,
  EventData,
  ExecutionHeader,
  FactOf,
  Question,
  RunStatus,
} from '@arbiter/contracts';
import { handoffQuestion } from '../../session';
import { withClosing } from '../../prose';
import { NO_STEPS, copyOfCode, headerOfRefusal, renderCopy, renderHeader, sentenceOf, withLabels } from '../../words';
import { branchCompleted } from '../branches/end-of-branch';
import { touchedBy } from '../branches/sweep';
import { anchorOf } from '../report/anchor';
import { headerOf, headerOfAbandoned } from '../report/header-of-run';
import { listedIn } from '../report/listed';
import { replacedWords } from '../report/replaced';
import { replyOf } from '../report/reply';
import { sourcesOf } from '../report/sources';
import { stepValues } from '../report/step-values';
import type { OpenRun, Planned, Reported } from '../state/run';
import { isDone } from './completion';
import type { End } from './next-move';

/** A branch reports only to the run that it belongs to. */
type Completed = FactOf<'run.completed' | 'branch.completed'>;
type Context = Pick<DecisionContext, 'now' | 'artifacts'>;

interface EndReport extends End {
  readonly header: ExecutionHeader;
  readonly reply: string;
  readonly question: Question | null;
}

/** The last fact of a run; it names every run that waits for it (EV-04). */
function completed(
  run: OpenRun,
  { status, code, header, reply, question }: Omit<EndReport, 'do'>,
  { now, artifacts }: Context,
): Completed {
  if (run.branch) return branchCompleted(run, { status, code }, { now, artifacts });
  const { runId, sessionId, threadId, channel, messageId, followers, openedAt, delivery } = run;
  const shown = header.steps.length === 0 ? {} : { headerText: renderHeader(header, artifacts) };
  const listed = status === 'ok' ? listedIn(run, artifacts) : {};
  const sources = status === 'ok' ? sourcesOf(run) : [];
  return {
    name: 'run.completed',
    data: {
      runId,
      sessionId,
      threadId,
      channel,
      messageId,
      status,
      code,
      header,
      ...shown,
      ...(Object.keys(listed).length === 0 ? {} : { listed }),
      ...(sources.length === 0 ? {} : { sources: [...sources] }),
      ...touchedBy(run),
      reply,
      question,
      followers: [...followers],
      fallback: run.planned?.fallback ?? false,
      locale: delivery.locale,
      anchor: anchorOf(run),
      isDone: isDone(run, { status, header, question }),
      startedAt: openedAt,
      completedAt: now,
    },
  };
}

/** A run that ends with nothing in flight. */
export function endRun(run: OpenRun, end: End, context: Context): Completed {
  const header = headerOf(run, restOf(run, end), context.artifacts);
  const asked = end.status === 'ok' ? questionOf(run) : null;
  const offered = end.status === 'ok' && asked === null ? personFor(run, context.artifacts) : null;
  const question = asked ?? offered;
  const reply = withOffer(replyText(run, end, context.artifacts), question, context.artifacts);
  return completed(run, { ...end, header, reply, question }, context);
}

/** CL-04: what a question offers at its end ends the words too, for its prompt is not always shown. */
function withOffer(reply: string, question: Question | null, artifacts: ArtifactBundle): string {
  const { prompt: offer } = handoffQuestion(artifacts);
  return question?.prompt.endsWith(offer) ? withClosing(reply, offer) : reply;
}

/** Ends a run with something in flight, whose outcome counts as unknown. */
export function abandonRun(run: OpenRun, end: End, context: Context): Completed {
  return completed(
    run,
    {
      ...end,
      header: headerOfAbandoned(run, restOf(run, end), context.artifacts),
      reply: replyText(run, end, context.artifacts),
      question: null,
    },
    context,
  );
}

const replyText = (run: OpenRun, end: End, artifacts: ArtifactBundle): string =>
  [...replacedWords(run, artifacts), replyOf(run, end, artifacts)].filter((words) => words !== '').join('\n');

/** PL-02, PL-03: nothing was begun. */
export function refuseRun(run: OpenRun, { reason, detail }: EventData<'plan.rejected'>, context: Context): Completed {
  const header = headerOfRefusal(reason, detail, context.artifacts);
  return completed(
    run,
    { status: 'error', code: reason, header, reply: renderCopy(context.artifacts, copyOfCode(reason)), question: null },
    context,
  );
}

/**
 * The end of a run that cannot be carried on at all. It must not fail itself, so it uses no plan and tolerates missing
 * copy.
 */
export function breakRun(run: OpenRun, context: Context): Completed {
  const reply = sentenceOf(context.artifacts, 'error_default') ?? '';
  return completed(
    run,
    {
      status: 'error',
      code: 'internal',
      header: headerOfAbandoned(run, 'skipped', context.artifacts),
      reply,
      question: null,
    },
    context,
  );
}

/** How the run that a yes, a no or a stop speaks of must have ended for the answer's own words to hold. */
const HOLDS_AFTER: Readonly<Record<string, RunStatus>> = {
  approved: 'ok',
  rejected: 'cancelled',
  cancelled: 'cancelled',
};

/** Reports the end of another run: its header and its reply, after this run's own words where they hold. */
export function reportRun(run: OpenRun, planned: Planned, reported: Reported, context: Context): Completed {
  const { status, code, header, reply, question } = reported;
  const step = planned.plan.steps[0]!;
  const words =
    HOLDS_AFTER[step.copy!] === status && code !== 'not_stopped'
      ? renderCopy(context.artifacts, step.copy!, stepValues(run, planned, step))
      : '';
  const both = reply.startsWith(words) ? reply : `${words}\n${reply}`;
  const failed = status === 'error';
  return completed(
    run,
    { status: failed ? 'error' : 'ok', code: failed ? code : null, header, reply: both, question },
    context,
  );
}

/** The run it reports takes longer than anyone waits for a report; it will speak for itself. */
export function stillRunning(run: OpenRun, context: Context): Completed {
  return completed(
    run,
    {
      status: 'ok',
      code: 'still_running',
      header: NO_STEPS,
      reply: renderCopy(context.artifacts, 'working'),
      question: null,
    },
    context,
  );
}

const restOf = ({ cancelling }: OpenRun, { status }: End) =>
  status === 'ok' ? 'completed' : cancelling ? 'cancelled' : 'skipped';

/** Offers a person where the knowledge has no answer to the question. */
const personFor = ({ steps }: OpenRun, artifacts: ArtifactBundle): Question | null =>
  Object.values(steps).some((record) => 'code' in record && record.code === 'nothing_found')
    ? withLabels(handoffQuestion(artifacts), artifacts)
    : null;

const questionOf = ({ planned }: OpenRun): Question | null =>
  planned?.plan.steps.findLast(({ question }) => question !== undefined)?.question ?? null;
