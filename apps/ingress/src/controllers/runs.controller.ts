import { Body, Controller, Get, Headers, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import {
  Identifier,
  acceptedRun,
  foldUiEvent,
  isEnded,
  type CancelReceivedView,
  type RunView,
} from '@arbiter/contracts';
import { StreamPlaces, invalidRequest, objectProblems } from '@arbiter/runtime';
import { EventStore } from '@arbiter/store';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { Operation, RUN_EVENTS, answer, inHeader, inPath, inQuery, stream } from '../documents/operation';
import { refer } from '../documents/schemas';
import { cancelReceived, runSubmitted } from '../intake/received-fact';
import { writeEventStream } from '../views/event-stream';
import type { Caller } from '../http/api-keys';
import { awaitRun } from '../await-run';
import { CallerOf, ClientOf } from '../http/caller';
import { FitsPipe } from '../http/fits';
import { LastEventId } from '../http/last-event-id';
import { idempotencyKey, preferredWait } from '../http/request-headers';
import { RunBody } from '../http/run-body';
import { knownRun } from '../http/known-run';
import { RunDirectory } from '../intake/run-directory';
import { Reception } from '../reception';
import { UiStream } from '../views/ui-stream';
import { withSettledSteps } from '../settled-steps';

const IDENTITY = { field: 'idempotency-key', status: 422 };
const IDENTIFIER = new FitsPipe(Identifier);
const RUN = inPath('id', 'the requestId of the run');
const NOTHING = Type.Object({}, { additionalProperties: false });

@Controller('api/runs')
export class RunsController {
  constructor(
    @Inject(Reception) private readonly reception: Reception,
    @Inject(RunDirectory) private readonly runs: RunDirectory,
    @Inject(UiStream) private readonly ui: UiStream,
    @Inject(StreamPlaces) private readonly places: StreamPlaces,
    @Inject(EventStore) private readonly store: EventStore,
  ) {}

  /** A named template with arguments. `Prefer: wait=N` answers with the finished run when it ends in time. */
  @Post()
  @Operation({
    summary: 'Run a named template.',
    parameters: [
      inHeader('Idempotency-Key', 'the same key starts one run within its session', true),
      inHeader('Prefer', 'wait=N answers with the finished run when it ends within N seconds, at most 60'),
    ],
    body: 'RunSubmission',
    answers: [
      answer(200, 'The run has ended.', refer('Run')),
      answer(202, 'Received; the run has not ended.', refer('Run')),
    ],
    problems: [409, 422],
  })
  async submit(
    @CallerOf() caller: Caller,
    @Body() body: RunBody,
    @Headers('idempotency-key') key: string | undefined,
    @Headers('prefer') prefer: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const fact = runSubmitted(caller.tenant, caller.name, body, idempotencyKey(key, true));
    const accepted = acceptedRun(fact.requestId, fact.sessionId);
    const seconds = preferredWait(prefer);
    reply.header('location', `/api/runs/${fact.requestId}`);
    if (seconds === null) {
      await this.reception.receive(fact, IDENTITY);
      return void reply.code(202).send(accepted);
    }
    const { feed } = await this.reception.receiveAndFollow(fact, IDENTITY);
    const run = await awaitRun(feed, accepted, seconds * 1_000);
    await reply
      .code(isEnded(run) ? 200 : 202)
      .header('preference-applied', `wait=${seconds}`)
      .send(run);
  }

  @Get(':id')
  @Operation({
    summary: 'How a run stands.',
    parameters: [RUN],
    answers: [answer(200, 'The run as its events tell it.', refer('Run'))],
    problems: [400, 404],
  })
  async show(@CallerOf() caller: Caller, @Param('id', IDENTIFIER) id: string): Promise<RunView> {
    const { runId, sessionId } = await knownRun(this.runs, caller, id);
    const shown = (await this.ui.log.readWhole(runId)).reduce(foldUiEvent, acceptedRun(runId, sessionId));
    return withSettledSteps(this.store, caller.tenant, shown);
  }

  /** EV-01 to EV-11 as server-sent events, from the one after Last-Event-ID. 204 when there is nothing after it. */
  @Get(':id/events')
  @Operation({
    summary: 'Follow a run; a lost connection does not cancel it.',
    parameters: [
      RUN,
      inHeader('Last-Event-ID', 'go on after this event'),
      inQuery('lastEventId', 'the same for clients that cannot set the header'),
    ],
    answers: [
      stream('The events after the last one seen.', RUN_EVENTS),
      answer(204, 'The run has ended and everything was seen: do not come again.'),
    ],
    problems: [400, 404, 429, 503],
  })
  async follow(
    @CallerOf() caller: Caller,
    @ClientOf() client: string,
    @Param('id', IDENTIFIER) id: string,
    @LastEventId() given: number,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const run = await knownRun(this.runs, caller, id);
    const { log } = this.ui;
    const tail = given > 0 ? await log.tail(run.runId) : null;
    if (tail?.ended && given >= tail.seq) return void reply.code(204).send();
    const leave = this.places.take(client);
    try {
      const feed = this.ui.open(run, Math.min(given, tail?.seq ?? 0), false);
      reply.hijack();
      await writeEventStream(reply.raw, feed);
    } finally {
      leave();
    }
  }

  /** The `rag.cancel` of EX-21. That it was received does not say that the run could still be stopped. */
  @Post(':id/cancel')
  @HttpCode(202)
  @Operation({
    summary: 'Ask for a run to be cancelled (rag.cancel).',
    parameters: [RUN, inHeader('Idempotency-Key', 'only to send another cancel for the same run')],
    answers: [answer(202, "Received; the run's rag.done tells what came of it.", refer('CancelReceived'))],
    problems: [404, 422],
  })
  async cancel(
    @CallerOf() caller: Caller,
    @Param('id', IDENTIFIER) id: string,
    @Body() body: unknown,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<CancelReceivedView> {
    const problems = objectProblems(NOTHING, body ?? {});
    if (problems.length > 0) throw invalidRequest(problems);
    const run = await knownRun(this.runs, caller, id);
    await this.reception.receive(cancelReceived(run, idempotencyKey(key, false)), IDENTITY);
    return { requestId: run.runId, sessionId: run.sessionId };
  }
}
