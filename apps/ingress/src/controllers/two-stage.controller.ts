import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import type { AgentReceivedView } from '@arbiter/contracts';
import { Problem } from '@arbiter/runtime';
import { EventStore } from '@arbiter/store';
import { agentStanding, type AgentStanding } from '../agent-standing';
import { Operation, answer } from '../documents/operation';
import { refer } from '../documents/schemas';
import { AgentPauseBody, AgentResumeBody } from '../http/agent-body';
import type { Caller } from '../http/api-keys';
import { CallerOf } from '../http/caller';
import { RunDirectory } from '../intake/run-directory';
import { agentResumeReceived, pauseReceived } from '../intake/agent-facts';
import type { KnownRun } from '../intake/received-fact';
import { Reception } from '../reception';

const IDENTITY = { field: 'requestId', status: 409 };

/** What a person may do to an agent while it works (CH-13, TP-17 to TP-19). */
@Controller('api/chat/messages_two_stage')
export class TwoStageController {
  constructor(
    @Inject(Reception) private readonly reception: Reception,
    @Inject(RunDirectory) private readonly runs: RunDirectory,
    @Inject(EventStore) private readonly store: EventStore,
  ) {}

  @Post('pause')
  @HttpCode(202)
  @Operation({
    summary: 'Have the agent of a run wait after its next result.',
    body: 'AgentPause',
    answers: [answer(202, 'Received; it waits unless it ends before.', refer('AgentReceived'))],
    problems: [404, 409],
  })
  async pause(@CallerOf() caller: Caller, @Body() { requestId }: AgentPauseBody): Promise<AgentReceivedView> {
    const [run, standing] = await this.find(caller, requestId);
    const { stepId, phaseIndex } = standing;
    if (hasEnded(standing)) throw endedAgent();
    await this.reception.receive(pauseReceived({ ...run, stepId, phaseIndex }), IDENTITY);
    return { requestId: run.runId, sessionId: run.sessionId, phaseIndex };
  }

  /** Once for each pause, from any replica; a wrong phase is answered with the right one. */
  @Post('resume')
  @HttpCode(202)
  @Operation({
    summary: 'Let a paused agent go on, exactly where it waits.',
    body: 'AgentResume',
    answers: [answer(202, 'Received, now or before.', refer('AgentReceived'))],
    problems: [404, 409],
  })
  async resume(
    @CallerOf() caller: Caller,
    @Body() { requestId, resumeFromPhaseIndex }: AgentResumeBody,
  ): Promise<AgentReceivedView> {
    const [run, standing] = await this.find(caller, requestId);
    const { stepId, is, phaseIndex, resumed } = standing;
    const received = { requestId: run.runId, sessionId: run.sessionId, phaseIndex: resumeFromPhaseIndex };
    if (is !== 'cancelled' && resumed.includes(resumeFromPhaseIndex)) return received;
    if (hasEnded(standing)) throw endedAgent();
    if (is !== 'paused')
      throw new Problem(409, 'not_paused', 'the agent is not paused; pause it first, or follow its run', {
        field: 'requestId',
      });
    if (resumeFromPhaseIndex !== phaseIndex)
      throw new Problem(409, 'another_phase', `the agent waits before phase ${phaseIndex}; resume from that`, {
        field: 'resumeFromPhaseIndex',
      });
    await this.reception.receive(agentResumeReceived({ ...run, stepId, phaseIndex }), IDENTITY);
    return received;
  }

  private async find({ tenant }: Caller, id: string): Promise<readonly [KnownRun, AgentStanding]> {
    const run = await this.runs.find(tenant, id);
    const standing = run && (await agentStanding(this.store, tenant, run.runId));
    if (!run || !standing)
      throw new Problem(404, 'unknown_run', 'there is no such run, or no agent works for it', {
        field: 'requestId',
        headers: { 'retry-after': '1' },
      });
    return [run, standing];
  }
}

const hasEnded = ({ is }: AgentStanding): boolean => is === 'ended' || is === 'cancelled';

const endedAgent = (): Problem =>
  new Problem(409, 'agent_ended', 'the agent has ended, or was stopped: nothing of it goes on', { field: 'requestId' });
