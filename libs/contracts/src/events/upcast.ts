import { HUMAN_HANDOFF_SENTENCE } from '../vocabulary';
import type { EventName } from './catalogue';

type Data = Record<string, unknown>;

/**
 * Lifts the data of one schema version to the next. Old facts are never rewritten, only read with their present
 * meaning.
 */
type Upcaster = (data: Data) => Data;

/** Before replies could be delivered in another language, or quote the message they answer. */
const ENGLISH = { locale: 'en', anchor: null } as const;
const delivered: Upcaster = (data) => ({ delivery: { ...ENGLISH, clears: null }, ...data });

const unrecorded = ({ purpose, requestId }: Data): unknown =>
  purpose === 'template' ? { kind: 'asked', rule: 'before_consent', requestId } : null;

/** Before an action was checked for consent. */
const unasked: Upcaster = (data) =>
  data['checks'] ? { ...data, checks: { consent: null, ...(data['checks'] as Data) } } : data;

/** Before a run could replace another. */
const replacing: Upcaster = (data) => ({ replaces: null, ...data });

/** Before a repeated wait stated the number of its pauses. */
const uncounted: Upcaster = (data) => ({ pauses: null, ...data });
const uncountedAll: Upcaster = ({ requestIds, ...data }) => ({
  ...data,
  waiting: (requestIds as string[]).map((requestId) => ({ requestId, pauses: null })),
});

const UPCASTERS: Partial<Record<EventName, Record<number, Upcaster>>> = {
  // Version 1 was written before locales existed; every tenant of that time spoke English. Version 2 always had a
  // locale: a missing one was taken for English, and answered in English.
  'turn.received': { 1: (data) => ({ locale: 'en', channelMetadata: {}, ...data }), 2: (data) => data },
  // The instant that "tomorrow" was relative to was not kept; the deadline was seconds later.
  'thread.queued': { 1: (data) => ({ consent: unrecorded({ purpose: 'template', ...data }), ...data }) },
  'thread.followed': { 1: (data) => ({ askedAt: null, ...data }) },
  'intent.requested': {
    1: (data) => ({ locale: 'en', replyToRequestId: null, receivedAt: data['deadline'], ...data }),
    2: (data) => ({ partOf: null, ...data }),
  },
  'intent.proposed': { 1: (data) => ({ attempt: 1, attachment: null, retryAt: null, ...data }) },
  // A request from before consent was recorded is asked about again before anything is changed.
  'intent.classified': { 1: (data) => ({ referent: null, ...data }) },
  'run.requested': {
    1: (data) => delivered({ overtakes: [], ...data }),
    2: (data) => replacing({ consent: unrecorded(data), ...data }),
    3: (data) => data,
  },
  // Before there were playbooks; the facts of a playbook's run are left to a release that knows them. An older gateway
  // would deny a plan whose pages come one after the other.
  'plan.accepted': { 1: delivered, 2: replacing, 3: (data) => data, 4: (data) => data, 5: (data) => data },
  // Before a step could have a condition: an older release would do it whether it holds or not.
  'plan.drawn_up': { 1: (data) => data },
  'plan.cache_hit': { 1: (data) => data },
  'branch.requested': { 1: (data) => data },
  // Before a verdict could be `incomplete`.
  'verdict.reached': { 1: (data) => data },
  'run.planned': { 1: (data) => data },
  'plan.rejected': { 1: delivered, 2: replacing },
  // Before a plan could be revised; an older release would take a revision for a plan.
  'plan.draft_requested': { 1: (data) => data, 2: (data) => uncounted({ question: 0, ...data }) },
  'plan.draft_awaited': { 1: uncounted },
  'plan.draft_failed': { 1: uncountedAll },
  'plan.awaited': { 1: uncounted },
  'plan.postponed': { 1: uncounted },
  'revision.requested': { 1: uncounted },
  'revision.awaited': { 1: uncounted },
  'revision.postponed': { 1: uncounted },
  'branch.paused': { 1: (data) => ({ pause: null, ...data }) },
  'branch.resumed': { 1: (data) => ({ actionId: null, ...data }) },
  'branch.continue_requested': {
    1: ({ branchIds, ...data }) => ({
      ...data,
      branches: (branchIds as readonly string[]).map((branchId) => ({ branchId, pause: null })),
    }),
  },
  'run.opened': { 1: delivered, 2: replacing, 3: (data) => data },
  'reply.requested': {
    1: (data) => ({
      locale: 'en',
      closing: data['purpose'] === 'clarification' ? HUMAN_HANDOFF_SENTENCE : null,
      ...data,
    }),
  },
  // Before the reads of a segment could lead to an action: an older release would do the reads and lose the action.
  'segment.requested': { 1: (data) => data },
  'segment.cancel_requested': { 1: (data) => data },
  // Before a question was asked again that its asker did not live to hear the answer of.
  'slot.requested': { 1: (data) => ({ asked: 1, at: null, ...data }) },
  'action.requested': { 1: (data) => ({ locale: 'en', ...data }) },
  'run.suspended': { 1: (data) => ({ ...ENGLISH, messageId: null, answerTo: '', ...data }) },
  'action.denied': { 1: unasked },
  'action.suspended': { 1: unasked },
  'action.dispatched': { 1: unasked },
  'action.succeeded': { 1: unasked },
  'action.failed': { 1: unasked },
  'run.completed': { 1: (data) => ({ ...ENGLISH, isDone: false, ...data }) },
};

/** Reads data written as `version` as the current version. Throws when a step is missing. */
export function upcast(name: EventName, version: number, current: number, data: Data): Data {
  let lifted = data;
  for (let from = version; from < current; from += 1) {
    const step = UPCASTERS[name]?.[from];
    if (!step) throw new Error(`no upcaster takes ${name} from version ${from} to ${from + 1}`);
    lifted = step(lifted);
  }
  return lifted;
}
