import type { PlaybookRunView, PlaybookVerdictView } from '@arbiter/contracts';
import { isOver } from '@arbiter/contracts/instance-progress';
import { useCallback } from 'react';
import { readInstances, readVerdicts, type Key } from '../http/api';
import { useWatched, type Watched } from './use-watched';

/** The known days of a playbook, the latest first. */
export interface Days {
  readonly runs: readonly PlaybookRunView[];
  readonly verdicts: readonly PlaybookVerdictView[];
}

const isUnderWay = ({ runs }: Days): boolean => runs.some((run) => !isOver(run));

export function useDays(key: Key, playbook: string): Watched<Days> {
  const read = useCallback(async (): Promise<Days> => {
    const [runs, verdicts] = await Promise.all([readInstances(key, playbook), readVerdicts(key, playbook)]);
    return { runs, verdicts };
  }, [key, playbook]);
  return useWatched(read, isUnderWay);
}
