import type { ReactNode } from 'react';
import type { Conversation } from '../conversation/conversation';
import type { Outgoing } from '../conversation/outbox';
import { troubleOf, unbegun, type Trouble } from '../health/trouble';
import { useLasting } from '../health/use-lasting';
import { useReadiness } from '../health/use-readiness';
import type { ConnectionState } from '../http/follow';
import { useWords } from '../words/words';
import { ClockIcon } from './icons';

/** What is over sooner than this need not be told. */
const PATIENCE_MILLISECONDS: Readonly<Record<Trouble, number>> = { lost: 2_500, closed: 1_500, late: 8_000 };

interface Properties {
  readonly connection: ConnectionState;
  readonly entries: readonly Outgoing[];
  readonly conversation: Conversation;
}

/** What is away or slow, and what can be done all the same; it goes by itself when all is well again. */
export function TroubleBanner({ connection, entries, conversation }: Properties): ReactNode {
  const words = useWords();
  const isReady = useReadiness();
  const now = Date.now();
  const trouble = troubleOf(connection, isReady, entries, conversation, now);
  const what = trouble === 'late' ? `late/${unbegun(entries, conversation, now)}` : trouble;
  const isTold = useLasting(what, PATIENCE_MILLISECONDS[trouble ?? 'lost']);
  return (
    <div className="trouble" role="status">
      {trouble !== null && isTold && <p data-trouble={trouble}><ClockIcon /> {words.trouble[trouble]}</p>}
    </div>
  );
}
