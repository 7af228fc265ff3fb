import { Controller, Get, Inject, Param } from '@nestjs/common';
import { Identifier, type TraceView } from '@arbiter/contracts';
import { Operation, answer, inPath } from '../documents/operation';
import { refer } from '../documents/schemas';
import type { Caller } from '../http/api-keys';
import { CallerOf } from '../http/caller';
import { FitsPipe } from '../http/fits';
import { knownRun } from '../http/known-run';
import { RunDirectory } from '../intake/run-directory';
import { MOST_TRACE_EVENTS, Traces } from '../views/traces';

/** What operators see of the agents of a run (TL-09, TL-10). */
@Controller('api/runs')
export class TracesController {
  constructor(
    @Inject(RunDirectory) private readonly runs: RunDirectory,
    @Inject(Traces) private readonly traces: Traces,
  ) {}

  @Get(':id/trace')
  @Operation({
    summary: 'What the agents of a run did: tools, calls and phases, without what was said.',
    parameters: [inPath('id', 'the requestId of the run')],
    answers: [answer(200, `At most ${MOST_TRACE_EVENTS} events, the first first.`, refer('Trace'))],
    problems: [400, 404],
  })
  async show(@CallerOf() caller: Caller, @Param('id', new FitsPipe(Identifier)) id: string): Promise<TraceView> {
    const { tenant, runId } = await knownRun(this.runs, caller, id);
    return this.traces.of(tenant, runId);
  }
}
