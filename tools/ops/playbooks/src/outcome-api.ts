import type { OutcomePage, OutcomeView, SettledOutcome, SettlementReceivedView } from '@arbiter/contracts';
import { SystemApi } from './system-api';

/** The actions of which it is unknown whether their effect took place. */
export class OutcomeApi extends SystemApi {
  left = (): Promise<OutcomePage> => this.ask('/api/outcomes');

  one = (id: string): Promise<OutcomeView> => this.ask(pathOf(id));

  settle = (id: string, outcome: SettledOutcome): Promise<SettlementReceivedView> => this.ask(pathOf(id), { outcome });
}

const pathOf = (id: string): string => `/api/outcomes/${encodeURIComponent(id)}`;
