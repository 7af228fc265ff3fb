import { tierProblems } from '../../models/tiers';
import { oneOf, type Check } from './check';

/** Every purpose has a tier that is there, and every tier names models that exist. */
export const checkModels: Check = ({ models }, report) => {
  for (const [purpose, tier] of Object.entries(models.purposes)) {
    if (!(tier in models.tiers)) report('models.yaml', ['purposes', purpose], `there is no tier "${tier}"`, oneOf(Object.keys(models.tiers)));
  }
  for (const { path, reason, fix } of tierProblems(models)) report('models.yaml', path, reason, fix);
};
