import { AgentPause, AgentResume } from '@arbiter/contracts';
import { Fits } from './fits';

/** CH-13 */
export class AgentPauseBody implements AgentPause {
  @Fits(AgentPause.properties.requestId) requestId!: string;
}

/** TP-17 */
export class AgentResumeBody implements AgentResume {
  @Fits(AgentResume.properties.requestId) requestId!: string;
  @Fits(AgentResume.properties.resumeFromPhaseIndex) resumeFromPhaseIndex!: number;
}
