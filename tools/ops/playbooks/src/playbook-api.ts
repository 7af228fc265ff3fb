import type {
  ApprovalDecision,
  ApprovalPage,
  ApprovalView,
  Grants,
  PlaybookDayView,
  PlaybookRunView,
  PlaybookSubmittedView,
  PlaybookVerdictView,
  PlaybookView,
} from '@arbiter/contracts';
import { SystemApi } from './system-api';

/** The playbooks and approvals of one system. */
export class PlaybookApi extends SystemApi {
  playbooks = (): Promise<readonly PlaybookView[]> => this.ask('/api/playbooks');

  /** The latest day first. */
  runs = (name: string): Promise<readonly PlaybookRunView[]> => this.ask(`${pathOf(name)}/runs`);

  verdicts = (name: string): Promise<readonly PlaybookVerdictView[]> => this.ask(`${pathOf(name)}/verdicts`);

  run = (name: string, day: string): Promise<PlaybookDayView> =>
    this.ask(`${pathOf(name)}/runs/${encodeURIComponent(day)}`);

  begin = (name: string, day: string | null): Promise<PlaybookSubmittedView> =>
    this.ask(`${pathOf(name)}/runs`, day === null ? {} : { day });

  /** Lets a paused instance go on; `give` is for the whole run. */
  async resume(name: string, day: string, give: Grants): Promise<void> {
    await this.ask(`${pathOf(name)}/runs/${encodeURIComponent(day)}/resume`, give);
  }

  /** A page of open approvals, or the next one. */
  approvals = (after: string | null): Promise<ApprovalPage> =>
    this.ask(`/api/approvals${after === null ? '' : `?after=${encodeURIComponent(after)}`}`);

  approval = (id: string): Promise<ApprovalView> => this.ask(`/api/approvals/${encodeURIComponent(id)}`);

  async answer(id: string, decision: ApprovalDecision, reason: string | null): Promise<void> {
    await this.ask(`/api/approvals/${encodeURIComponent(id)}`, { decision, ...(reason === null ? {} : { reason }) });
  }
}

const pathOf = (name: string): string => `/api/playbooks/${encodeURIComponent(name)}`;
