export { PlanningModel } from './planning-model';
export { nineStepStudio, nineSteps, warmRuns } from './warm-runs';
