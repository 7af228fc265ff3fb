import type { PlatformCopyKey, RoutingCategory, Values } from '@arbiter/contracts';
import type { TurnView } from '../reading/turn-view';
import type {
  Asked,
  ClassifyingThread,
  EndedOffer,
  ProposedThread,
  QueuedThread,
  ThreadWithRun,
  WaitingThread,
} from '../state/session-state';

/**
 * The action upon a turn. `like`: it asks the same about something else as a topic of this intent. `isPlain`: the text
 * has only the value; `isExact`: only the yes or no. `request` is the turn's other wish, in its own words.
 */
export type RoutingAction =
  | { readonly do: 'end_run'; readonly thread: ThreadWithRun; readonly request: string | null }
  | { readonly do: 'withdraw_request'; readonly thread: ClassifyingThread; readonly request: string | null }
  | { readonly do: 'close_question'; readonly thread: WaitingThread; readonly request: string | null }
  | { readonly do: 'leave_queue'; readonly thread: QueuedThread; readonly request: string | null }
  | { readonly do: 'withdraw_turn'; readonly asked: Asked; readonly request: string | null }
  | { readonly do: 'change_slot'; readonly thread: ThreadWithRun; readonly slots: Values }
  | { readonly do: 'tell_again'; readonly thread: WaitingThread }
  | { readonly do: 'fill_slot'; readonly thread: WaitingThread; readonly slots: Values; readonly isPlain: boolean }
  | {
      readonly do: 'decide_approval';
      readonly threads: readonly [ProposedThread, ...ProposedThread[]];
      readonly decision: 'approve' | 'reject';
      /** the same text decides these the other way */
      readonly otherwise: readonly ProposedThread[];
    }
  | {
      readonly do: 'decide_handoff';
      readonly thread: WaitingThread;
      readonly isWanted: boolean;
      readonly isExact: boolean;
    }
  | { readonly do: 'choose_intent'; readonly thread: WaitingThread; readonly title: string; readonly isPlain: boolean }
  | { readonly do: 'offer_again'; readonly offer: EndedOffer }
  | {
      readonly do: 'propose_again';
      readonly thread: WaitingThread;
      readonly answerTo: string;
      readonly isWanted: boolean;
    }
  | { readonly do: 'offer_person'; readonly copy: PlatformCopyKey; readonly args: Values }
  | { readonly do: 'request'; readonly request: string; readonly like?: string | null }
  | { readonly do: 'say'; readonly copy: string; readonly args: Values };

export interface RoutingMatch {
  /** the thread the turn belongs to */
  readonly threadId: string | null;
  readonly action: RoutingAction;
}

/** One line of the routing table: its category, its name, and when it applies. */
export interface RoutingRule {
  readonly category: RoutingCategory;
  readonly rule: string;
  readonly match: (view: TurnView) => RoutingMatch | null;
}

/** A reply in the platform's own copy. */
export const say = (copy: PlatformCopyKey, threadId: string | null, args: Values = {}): RoutingMatch => ({
  threadId,
  action: { do: 'say', copy, args },
});
