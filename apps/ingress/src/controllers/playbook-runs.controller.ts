import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import {
  Day,
  Grants,
  PlaybookSubmission,
  type PlaybookDayView,
  type PlaybookRunView,
  type PlaybookSubmittedView,
} from '@arbiter/contracts';
import { ArtifactRegistry } from '@arbiter/artifacts';
import { DatabaseClock } from '@arbiter/resilience';
import { Problem, invalidRequest, objectProblems } from '@arbiter/runtime';
import { EventStore } from '@arbiter/store';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { Operation, answer, inPath, inQuery, listOf } from '../documents/operation';
import { refer } from '../documents/schemas';
import type { Caller } from '../http/api-keys';
import { CallerOf } from '../http/caller';
import { FitsPipe } from '../http/fits';
import { grantProblems } from '../http/grant-problems';
import { Reception } from '../reception';
import { PlaybookRuns } from '../views/playbook-runs';
import { playbookSubmitted, resumeReceived } from '../intake/received-fact';
import { switchedOnPlaybook } from '../switched-on';

const IDENTITY = { field: 'day', status: 409 };
const IS_DAY = new FitsPipe(Day);
const PLAYBOOK = inPath('name', 'a playbook that is switched on');
const DAY = inPath('day', 'an ISO date');

/** The instances of the playbooks that a tenant has switched on. */
@Controller('api/playbooks/:name/runs')
export class PlaybookRunsController {
  constructor(
    @Inject(Reception) private readonly reception: Reception,
    @Inject(PlaybookRuns) private readonly playbookRuns: PlaybookRuns,
    @Inject(ArtifactRegistry) private readonly artifacts: ArtifactRegistry,
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(DatabaseClock) private readonly clock: DatabaseClock,
  ) {}

  /**
   * The instance of a day, today's unless told otherwise: the same one however often it is asked for, and a further
   * attempt after one that ended in error, was stopped or left out.
   */
  @Post()
  @HttpCode(202)
  @Operation({
    summary: 'Begin the instance of a playbook for a day, today unless told otherwise.',
    parameters: [PLAYBOOK],
    body: 'PlaybookSubmission',
    answers: [
      answer(
        202,
        'Received, now or before: a day has one run, however often it is asked for, until that ends in error, is stopped or left out; then this begins it anew.',
        refer('PlaybookSubmitted'),
      ),
    ],
    problems: [404],
  })
  async submit(
    @CallerOf() { tenant, name: submittedBy }: Caller,
    @Param('name') name: string,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PlaybookSubmittedView> {
    const submission = body ?? {};
    const problems = objectProblems(PlaybookSubmission, submission);
    if (problems.length > 0) throw invalidRequest(problems);
    const { artifacts, active, dayOf } = await switchedOnPlaybook(this.artifacts, tenant, name);
    const day = (submission as PlaybookSubmission).day ?? dayOf(active, this.clock.now());
    const attempt = await this.playbookRuns.attemptFor(tenant, name, day);
    const instance = { playbook: name, day, ...(attempt > 1 && { attempt }) };
    const fact = playbookSubmitted(tenant, submittedBy, instance, artifacts);
    await this.reception.receive(fact, IDENTITY);
    reply.header('location', `/api/playbooks/${name}/runs/${day}`);
    return { requestId: fact.requestId, playbook: name, day };
  }

  @Get()
  @Operation({
    summary: 'The instances of a playbook, the latest day first.',
    parameters: [PLAYBOOK, inQuery('before', 'a day: only those before it, for the page that follows')],
    answers: [answer(200, 'As far as they have come.', listOf('PlaybookRun'))],
    problems: [400, 404],
  })
  async list(
    @CallerOf() { tenant }: Caller,
    @Param('name') name: string,
    @Query('before', new FitsPipe(Type.Optional(Day))) before: string | null,
  ): Promise<readonly PlaybookRunView[]> {
    await switchedOnPlaybook(this.artifacts, tenant, name);
    return this.playbookRuns.list(tenant, name, before);
  }

  @Get(':day')
  @Operation({
    summary: 'How the instance of a day stands.',
    parameters: [PLAYBOOK, DAY],
    answers: [
      answer(
        200,
        'Its objects by how they have ended; `notDone` names those that failed or are held, the first of each kind; `paused` says why it waits and what lets it go on.',
        refer('PlaybookDay'),
      ),
    ],
    problems: [400, 404],
  })
  async show(
    @CallerOf() { tenant }: Caller,
    @Param('name') name: string,
    @Param('day', IS_DAY) day: string,
  ): Promise<PlaybookDayView> {
    await switchedOnPlaybook(this.artifacts, tenant, name);
    const run = await this.playbookRuns.find(tenant, name, day);
    if (run) return run;
    throw unknownRun(name, day);
  }

  /** PL-28: gives a paused instance new limits, so that it goes on; the same limits again change nothing. */
  @Post(':day/resume')
  @HttpCode(202)
  @Operation({
    summary: 'Let the paused instance of a day go on, with what it is given for the whole run.',
    parameters: [PLAYBOOK, DAY],
    body: 'Grants',
    answers: [
      answer(
        202,
        'Received, now or before: each pause is ended once, however often it is asked for.',
        refer('PlaybookSubmitted'),
      ),
    ],
    problems: [404, 409],
  })
  async resume(
    @CallerOf() caller: Caller,
    @Param('name') name: string,
    @Param('day', IS_DAY) day: string,
    @Body() body: unknown,
  ): Promise<PlaybookSubmittedView> {
    await switchedOnPlaybook(this.artifacts, caller.tenant, name);
    const run = await this.playbookRuns.findPaused(caller.tenant, name, day);
    if (!run) throw unknownRun(name, day);
    const { runId, status, pause, paused } = run;
    const problems = paused === null ? objectProblems(Grants, body ?? {}) : grantProblems(body ?? {}, paused.reasons);
    if (problems.length > 0) throw invalidRequest(problems);
    const fact = resumeReceived(caller, run, pause, (body ?? {}) as Grants);
    if (paused === null && !(await this.store.findByDedupeKey(fact.stream, fact.dedupeKey)))
      throw new Problem(409, 'not_paused', `the instance of ${day} is not paused: it is ${status}`, { field: 'day' });
    await this.reception.receive(fact, { field: 'body', status: 409 });
    return { requestId: runId, playbook: name, day };
  }
}

const unknownRun = (name: string, day: string): Problem =>
  new Problem(
    404,
    'unknown_run',
    `${name} has no run of ${day}; one that was accepted a moment ago may show itself in a second`,
    { field: 'day', headers: { 'retry-after': '1' } },
  );
