import type { ApprovalAnswer, ApprovalPage, ApprovalView } from '@arbiter/contracts';
import { Button } from '@mantine/core';
import { useCallback, useEffect, useId, useReducer, useState, type ReactNode } from 'react';
import { answerApproval, readApprovals, type Key } from '../http/api';
import { useWords } from '../words/words';
import { Approval } from './approval';
import { NO_ANSWERS, NOTHING_SEEN, entriesOf, pagesOf } from './inbox';
import { useLeaving } from './use-leaving';
import type { PlaybookPlace } from './place';
import { Trouble } from './trouble';
import { useWatched } from './use-watched';

interface Properties {
  readonly accessKey: Key;
  /** of all playbooks, of one, or of one day */
  readonly place: PlaybookPlace;
  readonly onOtherKey: () => void;
  /** called after an answer: data shown beside may have changed */
  readonly onAnswered?: () => void;
}

/** Something new may come in at any time. */
const always = (_page: ApprovalPage): boolean => true;

/** The open approvals, each with its exact action; a person with the right to answers them here (AP-01, AP-08). */
export function Approvals({ accessKey, place: { playbook, day }, onOtherKey, onAnswered }: Properties): ReactNode {
  const { playbooks: words } = useWords();
  const heading = useId();
  const [pages, morePages] = useReducer((count: number) => count + 1, 1);
  const read = useCallback(
    () => pagesOf((after) => readApprovals(accessKey, { playbook, day }, after), pages),
    [accessKey, playbook, day, pages],
  );
  const { value: page, trouble, again } = useWatched(read, always);
  const [answered, setAnswered] = useState(NO_ANSWERS);
  const [seen, setSeen] = useState(NOTHING_SEEN);
  useEffect(() => {
    if (page) setSeen((before) => new Map([...before, ...page.approvals.map((one) => [one.id, one] as const)]));
  }, [page]);
  useLeaving(accessKey, answered, setAnswered);
  const onAnswer = async (approval: ApprovalView, answer: ApprovalAnswer): Promise<void> => {
    await answerApproval(accessKey, approval.id, answer);
    setAnswered((before) => new Map(before).set(approval.id, { approval, decision: answer.decision }));
    again();
    onAnswered?.();
  };
  const entries = entriesOf({ waiting: page?.approvals ?? [], seen, answered });
  return (
    <section className="card" aria-labelledby={heading}>
      <h2 id={heading}>{words.waiting}</h2>
      <Trouble trouble={trouble} />
      {page?.mayAnswer === false && (
        <p className="may-not">
          {words.mayNot}{' '}
          <Button size="compact-xs" variant="default" onClick={onOtherKey}>
            {words.otherKey}
          </Button>
        </p>
      )}
      {page && entries.length === 0 && <p className="fine">{words.nothingWaits}</p>}
      <ul className="inbox">
        {entries.map(({ approval, standing }) => (
          <li key={approval.id}>
            <Approval
              approval={approval}
              standing={standing}
              mayAnswer={page?.mayAnswer ?? false}
              onAnswer={(answer) => onAnswer(approval, answer)}
            />
          </li>
        ))}
      </ul>
      {page !== null && page.after !== null && (
        <Button className="refresh" size="xs" variant="default" onClick={morePages}>
          {words.moreWait}
        </Button>
      )}
    </section>
  );
}
