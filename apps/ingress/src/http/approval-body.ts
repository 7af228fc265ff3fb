import { ApprovalAnswer, type ApprovalDecision } from '@arbiter/contracts';
import { Fits } from './fits';

const { properties } = ApprovalAnswer;

/** A yes or a no. */
export class ApprovalBody implements ApprovalAnswer {
  @Fits(properties.decision) decision!: ApprovalDecision;
  @Fits(properties.reason) reason?: string;
}
