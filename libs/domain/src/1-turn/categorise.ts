import type { RoutingCategory, Values } from '@arbiter/contracts';
import { FILLER_RULES, NUDGE_RULES, REQUEST_RULES } from './other-rules';
import { OVERRIDE_RULES } from './override-rules';
import { PENDING_RULES } from './pending-rules';
import type { RoutingAction, RoutingRule } from './routing';
import { statusOf, type SessionState } from './session-state';
import { tenantLanguage, type RoutingArtifacts } from './tenant-language';
import { viewOf, type Turn, type TurnView } from './turn-view';

/** RT-03: every routing decision there is; the first rule that applies decides. The last one always does. */
export const ROUTING_TABLE: readonly RoutingRule[] = [
  ...OVERRIDE_RULES,
  ...PENDING_RULES,
  ...NUDGE_RULES,
  ...REQUEST_RULES,
  ...FILLER_RULES,
];

/** A routing decision (RT-01, RT-16). `inputs` is what the rules saw: counts, ids, statuses and phrases of the lexicon, never the text. */
export interface Routing {
  readonly category: RoutingCategory;
  readonly rule: string;
  readonly threadId: string | null;
  readonly inputs: Values;
  readonly action: RoutingAction;
}

/** Gives a turn its category and its thread, by code alone (RT-10). */
export function categorise(turn: Turn, session: SessionState, artifacts: RoutingArtifacts): Routing {
  const view = viewOf(turn, session, tenantLanguage(artifacts));
  for (const { category, rule, match } of ROUTING_TABLE) {
    const matched = match(view);
    if (matched) return { category, rule, inputs: inputsOf(view), ...matched };
  }
  throw new Error('the last rule of the routing table must apply to every turn');
}

function inputsOf({ override, subject, answer, yesNo, nudge, fillers, isRequest, session }: TurnView): Values {
  const count = (status: string) => session.threads.filter((thread) => statusOf(thread) === status).length;
  return {
    words: subject.tokens.length,
    override: override && { phrases: override.phrases, ends: override.ends, bare: override.bare, apart: override.apart },
    answer: answer && { threadId: answer.thread.threadId, key: answer.question.key, expectedType: answer.question.expectedType },
    yesNo,
    nudge: nudge && nudge.text,
    fillers,
    isRequest,
    threads: { inProgress: count('in_progress'), proposed: count('workflow_proposed'), waiting: count('waiting_for_user') },
    hasOutcome: session.lastOutcome !== null,
  };
}
