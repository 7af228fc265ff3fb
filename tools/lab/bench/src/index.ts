export { PlanningModel, writtenPlan } from './planning-model';
export { nineStepStudio, nineSteps, warmRuns } from './warm-runs';
