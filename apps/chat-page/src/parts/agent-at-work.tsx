import type { RunView } from '@arbiter/contracts';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useWords } from '../words/words';

interface Properties {
  /** the run that is under way; null when none is */
  readonly run: RunView | null;
  /** false when it was not heard */
  readonly onPause: (requestId: string) => Promise<boolean>;
  readonly onResume: (requestId: string, phaseIndex: number) => Promise<boolean>;
}

/** EV-10, CH-13: the phase of an agent as it works, and the button that has it wait, or lets it go on. */
export function AgentAtWork({ run, onPause, onResume }: Properties): ReactNode {
  const words = useWords();
  /** the run and phase that a press was for; the next phase has a button of its own */
  const [pressed, setPressed] = useState<string | null>(null);
  if (run === null || run.agent === null) return null;
  const { requestId } = run;
  const { phase, phaseIndex, cycleIndex, resumeFrom } = run.agent;
  const isPaused = resumeFrom !== null;
  const press = `${requestId}/${phaseIndex}/${isPaused ? 'resume' : 'pause'}`;
  const send = (): void => {
    setPressed(press);
    const heard = isPaused ? onResume(requestId, resumeFrom) : onPause(requestId);
    void heard.then((isHeard) => isHeard || setPressed(null));
  };
  return (
    <span className="agent">
      <span className="agent-phase" data-phase={isPaused ? 'paused' : phase}>
        {isPaused ? words.paused : words.phase(phase, cycleIndex)}
      </span>
      <Button size="compact-xs" variant="subtle" disabled={pressed === press} onClick={send}>
        {isPaused ? words.resume : pressed === press ? words.pausing : words.pause}
      </Button>
    </span>
  );
}
