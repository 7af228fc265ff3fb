import { offersPerson, type Answer } from './pending';
import type { RoutingMatch, RoutingRule } from './routing';
import type { TurnView } from './turn-view';

/** RT-05, RT-15: an answer belongs to a question only when it fits it. */
export const PENDING_RULES: readonly RoutingRule[] = [
  { category: 'answer_to_pending', rule: 'answer_decides_approval', match: (view) => answered(view, 'decide_approval') },
  { category: 'answer_to_pending', rule: 'answer_decides_handoff', match: (view) => answered(view, 'decide_handoff') },
  { category: 'answer_to_pending', rule: 'answer_fills_slot', match: (view) => answered(view, 'fill_slot') },
];

function answered({ answer }: TurnView, what: 'decide_approval' | 'decide_handoff' | 'fill_slot'): RoutingMatch | null {
  const match = answer && answering(answer);
  return match?.action.do === what ? match : null;
}

/** What an answer does to the thread that waited for it. */
export function answering({ thread, question, value }: Answer): RoutingMatch {
  const { threadId } = thread;
  if (thread.phase === 'proposed') return { threadId, action: { do: 'decide_approval', thread, decision: value === true ? 'approve' : 'reject' } };
  if (offersPerson(thread)) return { threadId, action: { do: 'decide_handoff', thread, isWanted: value === true } };
  return { threadId, action: { do: 'fill_slot', thread, slots: { ...thread.slots, [question.key]: value } } };
}
