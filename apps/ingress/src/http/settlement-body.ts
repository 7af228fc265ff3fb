import { Settlement, type SettledOutcome } from '@arbiter/contracts';
import { Fits } from './fits';

/** What a person has found out. */
export class SettlementBody implements Settlement {
  @Fits(Settlement.properties.outcome) outcome!: SettledOutcome;
}
