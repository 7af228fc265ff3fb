import { oneOf, type Check } from './check';

/** Every purpose has a tier that is there. */
export const checkModels: Check = ({ models }, report) => {
  for (const [purpose, tier] of Object.entries(models.purposes)) {
    if (!(tier in models.tiers)) report('models.yaml', ['purposes', purpose], `there is no tier "${tier}"`, oneOf(Object.keys(models.tiers)));
  }
};
