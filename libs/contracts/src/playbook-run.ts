import { Type, type Static } from 'typebox';
import { PlaybookProposal, ProposedStep } from './artifacts/playbook';
import { derivedUuid } from './derived-uuid';
import { sha256Hex } from './sha256';
import { conversationOf, parseStream, streamOf } from './streams';
import { Closed, Instant, OneOf } from './vocabulary';

/**
 * PL-14: the hash of playbook version, connectors with their schemas, and parameter schema: all that a plan depends on.
 */
export const PlanKey = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** An ISO date, without a time; the year 0, which ISO knows and calendars do not, is none. */
export const Day = Type.String({
  format: 'date',
  pattern: '^(?!0000)',
  description: 'an ISO date, such as 2026-07-02',
});

/** How often the instance of a day was begun; it is begun anew only after it ended in error. */
export const Attempt = Type.Integer({
  minimum: 2,
  description: 'which attempt of its day it is; the first when left out',
});

/**
 * One carrying out of a playbook: `invoice_followup#2026-07-02`. All attempts of a day have one name, and so each
 * deed has one key.
 */
export const PlaybookInstance = Closed({ playbook: Type.String(), day: Day, attempt: Type.Optional(Attempt) });
export type PlaybookInstance = Static<typeof PlaybookInstance>;
export const instanceName = ({ playbook, day }: Pick<PlaybookInstance, 'playbook' | 'day'>): string =>
  `${playbook}#${day}`;

/** The instance of a name; null when it is none. */
export function instanceOfName(name: string): PlaybookInstance | null {
  const [playbook, day, ...rest] = name.split('#');
  return playbook && day && rest.length === 0 ? { playbook, day } : null;
}

/** The run id of an instance: the same for every caller and every repeat, and for a start by its schedule. */
export const instanceRunId = (tenant: string, { playbook, day, attempt }: PlaybookInstance): string =>
  derivedUuid(sha256Hex(JSON.stringify([tenant, playbook, day, ...(attempt === undefined ? [] : [attempt])])));

/** The run that looks at the objective of a playbook at a time of its own schedule, ISO 8601. */
export const verdictRunId = (tenant: string, playbook: string, at: string): string =>
  derivedUuid(sha256Hex(JSON.stringify([tenant, playbook, 'verdict', at])));

/** The request to begin an instance by hand; without a day it is today's (`dayOfPlaybook`). */
export const PlaybookSubmission = Closed({ day: Type.Optional(Day) });
export type PlaybookSubmission = Static<typeof PlaybookSubmission>;

/** The prefix in the names of a playbook's session, customer and plans. */
export const PLAYBOOK_PREFIX = 'playbook.';
/** The channel of runs that no person asked for in a chat. */
export const PLAYBOOK_CHANNEL = 'playbook';
export const playbookName = (playbook: string): string => `${PLAYBOOK_PREFIX}${playbook}`;

/** The playbook that a session is named after; null for a person's, which cannot have such a name. */
export const playbookOfSession = (sessionId: string): string | null =>
  sessionId.startsWith(PLAYBOOK_PREFIX) ? sessionId.slice(PLAYBOOK_PREFIX.length) : null;

/** The stream of the instances of a tenant's playbook. */
export const playbookStream = (tenant: string, playbook: string): string => streamOf('playbook', tenant, playbook);

/** The playbook that the stream belongs to; null for any other stream. */
export function playbookOfStream(stream: string): string | null {
  const { category, key } = parseStream(stream);
  return category === 'playbook' ? key : null;
}

/** The stream in which the router decides about the runs of a session: of its playbook, or of the person's chat. */
export function requestStreamOf(tenant: string, sessionId: string, customerId: string): string {
  const playbook = playbookOfSession(sessionId);
  return playbook === null ? conversationOf(tenant, sessionId, customerId) : playbookStream(tenant, playbook);
}

/** A person was, or may have been, written to about an object. */
export const Touch = Closed({ object: Type.String(), at: Instant });
export type Touch = Static<typeof Touch>;

/** The proposal a plan was compiled from, and whether a model was asked for it now. */
export const DrawnUp = Closed({
  planKey: PlanKey,
  cache: OneOf(['hit', 'miss']),
  proposal: PlaybookProposal,
});
export type DrawnUp = Static<typeof DrawnUp>;

/** A step that a revision removed, and the code of its failure; null: it was never begun. */
export const GoneStep = Closed({ step: ProposedStep, code: Type.Union([Type.String(), Type.Null()]) });
export type GoneStep = Static<typeof GoneStep>;

/**
 * PL-18: the input of a revision: the proposed plan, the step where it failed, and the steps that earlier revisions
 * removed.
 */
export const RevisionOf = Closed({
  parent: PlaybookProposal,
  stepId: Type.String({ description: 'the step that failed' }),
  code: Type.String({ description: 'what it failed with' }),
  gone: Type.Array(GoneStep, { description: 'what earlier revisions took out' }),
});
export type RevisionOf = Static<typeof RevisionOf>;

/**
 * Why a person has to look at an object that is held: its plan was revised as often as it may be, or there is no other,
 * or none came.
 */
export const ATTENTION_CAUSES = ['out_of_revisions', 'no_revision', 'revision_timed_out'] as const;
export const AttentionCause = OneOf(ATTENTION_CAUSES);
export type AttentionCause = (typeof ATTENTION_CAUSES)[number];

/** The run that a branch belongs to, the step that it is a part of, and its object. */
export const BranchOf = Closed({ runId: Type.String(), stepId: Type.String(), object: Type.String() });
export type BranchOf = Static<typeof BranchOf>;

/** How the branch of an object has ended. `held`: a person or a rule keeps it. */
export const BRANCH_STATUSES = ['done', 'failed', 'held', 'cancelled', 'unknown'] as const;
export const BranchStatus = OneOf(BRANCH_STATUSES);
export type BranchStatus = (typeof BRANCH_STATUSES)[number];

/** PL-28: the limits of models for a whole run, in place of the playbook's. */
export const ModelGrants = Closed({
  tokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  dollars: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100_000, description: 'US dollars' })),
});
export type ModelGrants = Static<typeof ModelGrants>;

/** PL-28: the grants of a paused run, as totals from its beginning to its end and not as additions. */
export const Grants = Closed({
  actions: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  ...ModelGrants.properties,
});
export type Grants = Static<typeof Grants>;

/** PL-28: a budget for models that may have room again: the next day has, and a run may be given more. */
export const WaitedBudget = OneOf(['day', 'run']);
export type WaitedBudget = Static<typeof WaitedBudget>;

/** Why a run goes on only when a person lets it. */
export const PauseReason = Type.Union([
  Closed({
    why: Type.Literal('actions', {
      description: 'its budget has no room for what is done for one more object, or what a revision adds',
    }),
    used: Type.Integer({ minimum: 0, description: 'what those that have begun may still take included' }),
    most: Type.Integer({ minimum: 0 }),
    needed: Type.Integer({ minimum: 1, description: 'for what goes on next, in all' }),
  }),
  Closed({
    why: Type.Literal('models', { description: 'its budget for models has no room for the next call' }),
    budget: WaitedBudget,
    tokens: Type.Optional(Type.Integer({ description: 'the most they may be' })),
    dollars: Type.Optional(Type.Number()),
  }),
  Closed({
    why: Type.Literal('reauthorise', { description: 'EX-23: a vendor no longer lets the tenant do it' }),
    tenant: Type.String(),
    extension: Type.String(),
    capability: Type.String(),
    tool: Type.String(),
  }),
]);
export type PauseReason = Static<typeof PauseReason>;

/** The number of a run's pause, from 1: a resumption names the pause that it ends. */
export const PauseNumber = Type.Integer({ minimum: 1 });

/**
 * PL-28: the number of pauses of its run or branch before a wait began. It tells a new wait from a message that comes
 * twice.
 */
export const PausesBefore = Type.Integer({ minimum: 0, description: 'after how many pauses' });
export type PausesBefore = Static<typeof PausesBefore>;

/** A run or branch that waits at a key. */
export const Waiting = Closed({ requestId: Type.String(), pauses: PausesBefore });
export type Waiting = Static<typeof Waiting>;

/**
 * EVL-05: whether the objective of a playbook holds; `acknowledged`: it fails only for objects that its owner accepts;
 * `incomplete`: not all objects were seen, so it is not known.
 */
export const VERDICTS = ['holds', 'acknowledged', 'fails', 'incomplete'] as const;
export const Verdict = OneOf(VERDICTS);
export type Verdict = (typeof VERDICTS)[number];

/** EVL-05: an instance of the playbook, or a look at its objective alone. */
export const JUDGES = ['sweep', 'watch'] as const;
export type Judge = (typeof JUDGES)[number];

const BRANCH_MARK = '~';

/** The id of a branch's own run; `key` is made from its object. */
export const branchRunId = (runId: string, key: string): string => `${runId}${BRANCH_MARK}${key}`;

/** The run that a branch belongs to, with the key of the branch; null for a run that is no branch. */
export function branchOfRunId(runId: string): { readonly runId: string; readonly key: string } | null {
  const at = runId.lastIndexOf(BRANCH_MARK);
  return at < 0 ? null : { runId: runId.slice(0, at), key: runId.slice(at + 1) };
}
