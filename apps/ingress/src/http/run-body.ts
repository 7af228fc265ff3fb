import { RunSubmission, type WishedTier } from '@arbiter/contracts';
import { Fits } from './fits';

const { properties } = RunSubmission;

/** A named template with its arguments. */
export class RunBody implements RunSubmission {
  @Fits(properties.template) template!: string;
  @Fits(properties.args) args?: Record<string, unknown>;
  @Fits(properties.sessionId) sessionId!: string;
  @Fits(properties.userId) userId?: string;
  @Fits(properties.tier) tier?: WishedTier;
}
