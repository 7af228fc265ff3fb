import type { RunView } from '@arbiter/contracts';
import type { ReactNode } from 'react';
import { isFault } from '../conversation/is-fault';
import { useWords } from '../words/words';
import { Choices } from './choices';
import { CopyButton } from './copy-button';
import { ClockIcon, CrossIcon, DashIcon } from './icons';
import { Sources } from './sources';
import { StepList, ToolOutputs } from './step-list';

export interface Answering {
  /** the text with which a question was answered by a button, if it was */
  readonly answeredWith: (answerTo: string) => string | null;
  /** the question of this run still waits */
  readonly isAsking: (run: RunView) => boolean;
  readonly onAnswer: (answerTo: string, text: string) => void;
}

export const PreMessage = ({ run }: { readonly run: RunView }): ReactNode => <p className="pre">{run.pre}</p>;

/** AP-01: a proposal that waits for an approval; its buttons answer its question and nothing else. */
export function Proposal({ run, answering }: { readonly run: RunView; readonly answering: Answering }): ReactNode {
  const words = useWords();
  const { proposed, proposal } = run;
  if (proposed === null) return null;
  const { plan, question, answerTo, expiresAt, choices } = proposed;
  const answered = answering.answeredWith(answerTo);
  const isOpen = proposal !== null;
  return (
    <section
      className="card proposal"
      aria-label={words.proposal}
      data-open={(isOpen && answered === null) || undefined}
    >
      <h2 className="card-title">
        <ClockIcon /> {answered !== null ? `${words.answered}: ${answered}` : isOpen ? words.proposal : words.closed}
      </h2>
      <p className="plan">{plan}</p>
      {plan !== question && <p className="question">{question}</p>}
      <Choices
        label={question}
        choices={choices.length > 1 ? choices : [words.yes, words.no]}
        answered={answered}
        isOpen={isOpen}
        onChoose={(text) => answering.onAnswer(answerTo, text)}
      />
      {isOpen && (
        <p className="fine">
          {words.expires} <time dateTime={expiresAt}>{new Date(expiresAt).toLocaleString()}</time>
        </p>
      )}
    </section>
  );
}

/** How a run ended, where that is not simply well. */
function Ended({ run }: { readonly run: RunView }): ReactNode {
  const words = useWords();
  const { status, code } = run;
  if (status === 'error' && isFault(run))
    return (
      <p className="verdict" data-kind="fault">
        <CrossIcon /> {words.failed}
      </p>
    );
  if (status === 'cancelled')
    return (
      <p className="verdict">
        <DashIcon /> {code === 'not_stopped' ? words.notStopped : words.cancelled}
      </p>
    );
  return status === 'erased' ? <p className="fine">{words.erased}</p> : null;
}

/** The header, then the words (ER-01, EV-11). A failure is explained in words (ER-04); only a fault is shown as one. */
export function Reply({
  run,
  quote,
  answering,
}: {
  readonly run: RunView;
  readonly quote: string | null;
  readonly answering: Answering;
}): ReactNode {
  const words = useWords();
  const { requestId, header, outputs, reply, writtenBy, prose, question } = run;
  const hasFault = isFault(run);
  return (
    <div className="bubble assistant" data-fault={hasFault || undefined}>
      {quote !== null && (
        <blockquote className="quote" aria-label={words.inAnswerTo}>
          {quote}
        </blockquote>
      )}
      {header && <StepList header={header} />}
      <ToolOutputs outputs={outputs} />
      <Ended run={run} />
      {reply === null ? (
        prose && (
          <p className="words" aria-live="off" aria-busy="true" key="prose">
            {prose.text}
            <span className="caret" />
          </p>
        )
      ) : (
        <p className="words" key="reply">
          {reply}
        </p>
      )}
      {writtenBy && <p className="fine written-by">{words.writtenBy(writtenBy.model, writtenBy.provider)}</p>}
      <Sources run={run} />
      {question?.choices && question.choices.length > 0 && (
        <Choices
          label={question.prompt}
          choices={question.choices}
          answered={answering.answeredWith(requestId)}
          isOpen={answering.isAsking(run)}
          onChoose={(text) => answering.onAnswer(requestId, text)}
        />
      )}
      {reply !== null && <CopyButton text={reply} />}
    </div>
  );
}
