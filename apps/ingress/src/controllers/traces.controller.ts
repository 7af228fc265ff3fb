import { Controller, Get, Inject, Param } from '@nestjs/common';
import { Identifier, type TraceView } from '@arbiter/contracts';
import { Problem } from '@arbiter/runtime';
import { Operation, answer, inPath } from '../documents/operation';
import { refer } from '../documents/schemas';
import type { Caller } from '../http/api-keys';
import { CallerOf } from '../http/caller';
import { FitsPipe } from '../http/fits';
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
  async show(@CallerOf() { tenant }: Caller, @Param('id', new FitsPipe(Identifier)) id: string): Promise<TraceView> {
    const run = await this.runs.find(tenant, id);
    if (run) return this.traces.of(tenant, run.runId);
    throw new Problem(
      404,
      'unknown_run',
      'there is no such run; one that was accepted a moment ago may show itself in a second',
      {
        field: 'id',
        headers: { 'retry-after': '1' },
      },
    );
  }
}
