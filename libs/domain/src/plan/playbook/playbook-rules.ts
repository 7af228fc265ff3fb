import type { PlaybookRule } from './draft';
import {
  argumentsAreTaken,
  argumentsFit,
  bindingsExist,
  freeTextDecidesNothing,
  literalsDecideNothing,
} from './rules/arguments';
import { changesNeedWhatTheyWaitFor, hardestToUndoComesLast, oneTouchAnObject } from './rules/order';
import {
  conditionHolds,
  dependenciesEnd,
  dependenciesExist,
  expectationsCompile,
  readsExist,
  stepsAreFew,
  stepsHaveNamesOfTheirOwn,
} from './rules/shape';
import { risksAgree, toolsAreAllowed, toolsAreInScope, toolsAreListed, toolsExist } from './rules/tools';
import { playbookIsWhole } from './rules/whole';

/** In stages: a rule may rely on all rules of the stages before it. Within a stage everything that is wrong is told at once. */
export const PLAYBOOK_RULES: readonly Readonly<Record<string, PlaybookRule>>[] = [
  { playbookIsWhole, stepsHaveNamesOfTheirOwn, stepsAreFew, dependenciesExist, readsExist, toolsAreListed, toolsExist },
  {
    dependenciesEnd,
    risksAgree,
    toolsAreInScope,
    toolsAreAllowed,
    conditionHolds,
    expectationsCompile,
    argumentsAreTaken,
  },
  { bindingsExist },
  {
    argumentsFit,
    freeTextDecidesNothing,
    literalsDecideNothing,
    hardestToUndoComesLast,
    changesNeedWhatTheyWaitFor,
    oneTouchAnObject,
  },
];
