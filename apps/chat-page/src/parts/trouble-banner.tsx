import type { ReactNode } from 'react';
import type { Conversation } from '../conversation/conversation';
import type { Outgoing } from '../conversation/unsent-messages';
import { troubleOf, unbegun, type Trouble } from '../health/trouble';
import { useLasting } from '../health/use-lasting';
import { useReadiness } from '../health/use-readiness';
import type { ConnectionState } from '../http/follow';
import { useWords, type Words } from '../words/words';
import { ClockIcon } from './icons';

/** A trouble that ends sooner is not shown. */
const PATIENCE_MILLISECONDS: Readonly<Record<Trouble, number>> = { lost: 1_500, closed: 500, late: 3_000, slow: 1_500 };

interface Properties {
  readonly connection: ConnectionState;
  readonly entries: readonly Outgoing[];
  readonly conversation: Conversation;
}

/** The parts that are away or slow, and what the person can still do; it disappears when all is well again. */
export function TroubleBanner({ connection, entries, conversation }: Properties): ReactNode {
  const words = useWords();
  const readiness = useReadiness();
  const now = Date.now();
  const trouble = troubleOf(connection, readiness, entries, conversation, now);
  const what = trouble === 'late' ? `late/${unbegun(entries, conversation, now)}` : trouble;
  const isShown = useLasting(what, PATIENCE_MILLISECONDS[trouble ?? 'lost']);
  return (
    <div className="trouble" role="status">
      {trouble !== null && isShown && (
        <p data-trouble={trouble}>
          <ClockIcon /> {sentenceOf(words, trouble, readiness.parts)}
        </p>
      )}
    </div>
  );
}

/** A part that is away is named if it has a name for people; otherwise the name is left to the logs. */
function sentenceOf(
  { trouble: sentences, part: names, closedFor }: Words,
  trouble: Trouble,
  parts: readonly string[],
): string {
  const away = [...new Set(parts.flatMap((part) => names[part] ?? []))];
  return trouble === 'closed' && away.length > 0 ? closedFor(away.join(', ')) : sentences[trouble];
}
