import type { StepOf } from '@arbiter/contracts';
import type { ObjectiveFound } from '../../plan';
import { verdictReached } from '../branches/objective-verdict';
import type { StepKind } from '../state/run';
import { PLAIN } from './plain';

/** EVL-05 */
export const verdict: StepKind<StepOf<'verdict'>> = {
  ...PLAIN,
  begin: verdictReached,
  inHeader(result) {
    const found = result as ObjectiveFound;
    switch (found.verdict) {
      case 'fails':
        return { status: 'failed', error: { code: 'objective_fails', message: `It fails for ${found.unmet}.` } };
      case 'incomplete':
        return { status: 'unknown', error: { code: 'list_incomplete', message: 'There is more than was read.' } };
      default:
        return {};
    }
  },
};
