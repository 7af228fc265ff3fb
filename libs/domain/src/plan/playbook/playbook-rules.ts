import type { PlaybookRule } from './draft';
import {
  argumentsAreTaken,
  argumentsFit,
  bindingsExist,
  freeTextDecidesNothing,
  literalsDecideNothing,
} from './rules/arguments';
import {
  changesNeedWhatTheyWaitFor,
  changesWaitForWhatIsExpected,
  hardestToUndoComesLast,
  oneTouchAnObject,
} from './rules/order';
import {
  conditionHolds,
  conditionsWaitForWhatTheyName,
  dependenciesEnd,
  dependenciesExist,
  expectationsHold,
  readsExist,
  stepConditionsHold,
  stepsAreFew,
  stepsHaveNamesOfTheirOwn,
  whatIsExpectedIsLookedAt,
} from './rules/shape';
import { readsOnlyRead, risksAgree, toolsAreAllowed, toolsAreInScope, toolsAreListed, toolsExist } from './rules/tools';
import { playbookIsComplete } from './rules/complete';

/** In stages: a rule may rely on all rules of the stages before it. All errors of a stage are reported at once. */
export const PLAYBOOK_RULES: readonly Readonly<Record<string, PlaybookRule>>[] = [
  {
    playbookIsComplete,
    stepsHaveNamesOfTheirOwn,
    stepsAreFew,
    dependenciesExist,
    readsExist,
    toolsAreListed,
    toolsExist,
  },
  {
    dependenciesEnd,
    risksAgree,
    readsOnlyRead,
    toolsAreInScope,
    toolsAreAllowed,
    conditionHolds,
    expectationsHold,
    stepConditionsHold,
    whatIsExpectedIsLookedAt,
    argumentsAreTaken,
  },
  { bindingsExist, conditionsWaitForWhatTheyName },
  {
    argumentsFit,
    freeTextDecidesNothing,
    literalsDecideNothing,
    hardestToUndoComesLast,
    changesNeedWhatTheyWaitFor,
    changesWaitForWhatIsExpected,
    oneTouchAnObject,
  },
];
