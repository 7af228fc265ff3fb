import { checkAgents } from './agents';
import { checkAnswers } from './answers';
import type { Check } from './check';
import { checkClasses } from './classes';
import { checkContext } from './context';
import { checkCopy } from './copy';
import { checkFailureCodes } from './failure-codes';
import { checkIntents } from './intents';
import { checkLimits } from './limits';
import { checkLinks } from './links';
import { checkModels } from './models';
import { checkNames } from './names';
import { checkPhrases } from './phrases';
import { checkPlaybooks } from './playbooks';
import { checkPolicy } from './policies';
import { checkSteps } from './steps';
import { checkTemplates } from './templates';
import { checkTools } from './tools';
import { checkTranslations } from './translations';
import { checkWaysBack } from './ways-back';

export const CHECKS: readonly Check[] = [
  checkNames,
  checkIntents,
  checkPhrases,
  checkTemplates,
  checkSteps,
  checkWaysBack,
  checkFailureCodes,
  checkTools,
  checkLimits,
  checkPolicy,
  checkAgents,
  checkModels,
  checkClasses,
  checkCopy,
  checkTranslations,
  checkLinks,
  checkContext,
  checkAnswers,
  checkPlaybooks,
];
