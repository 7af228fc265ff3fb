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
import { agentResumeReceived, pauseReceived, type KnownRun } from '../intake/received-fact';
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
    const [run, { stepId, phaseIndex }] = await this.find(caller, requestId);
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
    const [run, { stepId, is, phaseIndex }] = await this.find(caller, requestId);
    const isLater = is === 'working' && phaseIndex >= resumeFromPhaseIndex;
    if (!isLater && is !== 'paused')
      throw new Problem(409, 'not_paused', 'the agent is not paused; pause it first, or follow its run', {
        field: 'requestId',
      });
    if (is === 'paused' && resumeFromPhaseIndex !== phaseIndex)
      throw new Problem(409, 'another_phase', `the agent waits before phase ${phaseIndex}; resume from that`, {
        field: 'resumeFromPhaseIndex',
      });
    await this.reception.receive(agentResumeReceived({ ...run, stepId, phaseIndex: resumeFromPhaseIndex }), IDENTITY);
    return { requestId: run.runId, sessionId: run.sessionId, phaseIndex: resumeFromPhaseIndex };
  }

  private async find({ tenant }: Caller, id: string): Promise<readonly [KnownRun, AgentStanding]> {
    const run = await this.runs.find(tenant, id);
    const standing = run && (await agentStanding(this.store, tenant, run.runId));
    if (!run || !standing)
      throw new Problem(404, 'unknown_run', 'there is no such run, or no agent works for it', {
        field: 'requestId',
        headers: { 'retry-after': '1' },
      });
    if (standing.is === 'ended')
      throw new Problem(409, 'agent_ended', 'the agent has ended, or was stopped: nothing of it goes on', {
        field: 'requestId',
      });
    return [run, standing];
  }
}
