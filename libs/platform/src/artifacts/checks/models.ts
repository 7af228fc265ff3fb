import { tierProblems } from '../../models';
import { oneOf, type Check } from './check';

/** Every purpose has a tier that is there, and every tier names models that exist. */
export const checkModels: Check = ({ models }, report) => {
  const astray = Object.entries(models.purposes).filter(([, tier]) => !(tier in models.tiers));
  for (const [purpose, tier] of astray)
    report('models.yaml', ['purposes', purpose], `there is no tier "${tier}"`, oneOf(Object.keys(models.tiers)));
  if (astray.length > 0) return;
  for (const { path, reason, fix } of tierProblems(models)) report('models.yaml', path, reason, fix);
};
