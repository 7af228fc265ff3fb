import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import {
  Day,
  Grants,
  PlaybookSubmission,
  dayIn,
  nextOccurrence,
  type ActivePlaybook,
  type PlaybookDayView,
  type PlaybookRunView,
  type PlaybookSubmittedView,
  type PlaybookVerdictView,
  type PlaybookView,
} from '@arbiter/contracts';
import {
  ArtifactRegistry,
  EventStore,
  DatabaseClock,
  Problem,
  invalidRequest,
  objectProblems,
} from '@arbiter/platform';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Caller } from '../http/api-keys';
import { CallerOf } from '../http/caller';
import { FitsPipe } from '../http/fits';
import { grantProblems } from '../http/grant-problems';
import { Reception } from '../reception';
import { PlaybookRuns } from '../views/playbook-runs';
import { PlaybookVerdicts } from '../views/playbook-verdicts';
import { playbookSubmitted, resumeReceived } from '../intake/received-fact';
import { switchedOn, zoneOf } from '../switched-on';

const IDENTITY = { field: 'day', status: 409 };
const DAY = new FitsPipe(Day);
const BEFORE = new FitsPipe(Type.Optional(Day));

/** The playbooks that a tenant has switched on, and their instances. */
@Controller('api/playbooks')
export class PlaybooksController {
  @Inject(Reception) private readonly reception!: Reception;
  @Inject(PlaybookRuns) private readonly playbookRuns!: PlaybookRuns;
  @Inject(PlaybookVerdicts) private readonly playbookVerdicts!: PlaybookVerdicts;
  @Inject(ArtifactRegistry) private readonly artifacts!: ArtifactRegistry;
  @Inject(EventStore) private readonly store!: EventStore;
  @Inject(DatabaseClock) private readonly clock!: DatabaseClock;

  @Get()
  async list(@CallerOf() { tenant }: Caller): Promise<readonly PlaybookView[]> {
    const now = this.clock.now();
    const { playbooks } = await switchedOn(this.artifacts, tenant);
    return playbooks.map(({ definition, schedule = null, events = [], watch = null }) => {
      const { playbook, version, title, description } = definition;
      const next = schedule && nextOccurrence(schedule, now);
      const nextVerdict = watch && nextOccurrence(watch, now);
      return { playbook, version, title, description, schedule, next, events, watch, nextVerdict };
    });
  }

  /** The instance of a day, today's unless told otherwise: the same one however often it is asked for. */
  @Post(':name/runs')
  @HttpCode(202)
  async submit(
    @CallerOf() { tenant, name: submittedBy }: Caller,
    @Param('name') name: string,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PlaybookSubmittedView> {
    const submission = body ?? {};
    const problems = objectProblems(PlaybookSubmission, submission);
    if (problems.length > 0) throw invalidRequest(problems);
    const { artifacts, active } = await this.find(tenant, name);
    const day = (submission as PlaybookSubmission).day ?? dayIn(zoneOf(active), this.clock.now());
    const fact = playbookSubmitted(tenant, submittedBy, { playbook: name, day }, artifacts);
    await this.reception.receive(fact, IDENTITY);
    reply.header('location', `/api/playbooks/${name}/runs/${day}`);
    return { requestId: fact.requestId, playbook: name, day };
  }

  @Get(':name/runs')
  async runs(
    @CallerOf() { tenant }: Caller,
    @Param('name') name: string,
    @Query('before', BEFORE) before: string | null,
  ): Promise<readonly PlaybookRunView[]> {
    await this.find(tenant, name);
    return this.playbookRuns.list(tenant, name, before);
  }

  @Get(':name/runs/:day')
  async show(
    @CallerOf() { tenant }: Caller,
    @Param('name') name: string,
    @Param('day', DAY) day: string,
  ): Promise<PlaybookDayView> {
    await this.find(tenant, name);
    const run = await this.playbookRuns.find(tenant, name, day);
    if (run) return run;
    throw unknownRun(name, day);
  }

  /** PL-28: a paused instance goes on with what it is given; the same again changes nothing. */
  @Post(':name/runs/:day/resume')
  @HttpCode(202)
  async resume(
    @CallerOf() caller: Caller,
    @Param('name') name: string,
    @Param('day', DAY) day: string,
    @Body() body: unknown,
  ): Promise<object> {
    await this.find(caller.tenant, name);
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

  @Get(':name/verdicts')
  async verdicts(
    @CallerOf() { tenant }: Caller,
    @Param('name') name: string,
    @Query('before', BEFORE) before: string | null,
  ): Promise<readonly PlaybookVerdictView[]> {
    await this.find(tenant, name);
    return this.playbookVerdicts.list(tenant, name, before);
  }

  private async find(tenant: string, name: string): Promise<{ artifacts: string; active: ActivePlaybook }> {
    const { artifacts, playbooks } = await switchedOn(this.artifacts, tenant);
    const active = playbooks.find(({ definition }) => definition.playbook === name);
    if (active) return { artifacts, active };
    const names = playbooks.map(({ definition }) => definition.playbook);
    const there = names.length === 0 ? 'none is switched on' : `switched on are ${names.join(', ')}`;
    throw new Problem(404, 'unknown_playbook', `there is no playbook of that name: ${there}`, { field: 'name' });
  }
}

const unknownRun = (name: string, day: string): Problem =>
  new Problem(
    404,
    'unknown_run',
    `${name} has no run of ${day}; one that was accepted a moment ago may show itself in a second`,
    { field: 'day', headers: { 'retry-after': '1' } },
  );
