import { tierProblems } from '@arbiter/models';
import { oneOf, type Check } from './check';

/** Every class and every purpose has a tier that is there, and every tier names models that exist. */
export const checkModels: Check = ({ models }, report) => {
  const { tiers, classes = {}, purposes } = models;
  const noTier = (path: readonly string[], named: string, known: readonly string[]): void =>
    report('models.yaml', path, `there is no tier "${named}"`, oneOf(known));
  const astrayClasses = Object.entries(classes).filter(([, tier]) => !(tier in tiers));
  for (const [name, tier] of astrayClasses) noTier(['classes', name], tier, Object.keys(tiers));
  const known = [...Object.keys(tiers), ...Object.keys(classes)];
  const astray = Object.entries(purposes).filter(([, named]) => !known.includes(named));
  for (const [purpose, named] of astray) noTier(['purposes', purpose], named, known);
  if (astrayClasses.length + astray.length > 0) return;
  for (const { path, reason, fix } of tierProblems(models)) report('models.yaml', path, reason, fix);
};
