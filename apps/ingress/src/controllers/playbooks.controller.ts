import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { Day, nextOccurrence, type PlaybookVerdictView, type PlaybookView } from '@arbiter/contracts';
import { ArtifactRegistry } from '@arbiter/artifacts';
import { DatabaseClock } from '@arbiter/resilience';
import { Type } from 'typebox';
import { Operation, answer, inPath, inQuery, listOf } from '../documents/operation';
import type { Caller } from '../http/api-keys';
import { CallerOf } from '../http/caller';
import { FitsPipe } from '../http/fits';
import { switchedOn, switchedOnPlaybook } from '../switched-on';
import { PlaybookVerdicts } from '../views/playbook-verdicts';

/** The playbooks that a tenant has switched on, and whether their objectives hold. */
@Controller('api/playbooks')
export class PlaybooksController {
  constructor(
    @Inject(PlaybookVerdicts) private readonly playbookVerdicts: PlaybookVerdicts,
    @Inject(ArtifactRegistry) private readonly artifacts: ArtifactRegistry,
    @Inject(DatabaseClock) private readonly clock: DatabaseClock,
  ) {}

  @Get()
  @Operation({
    summary: 'The playbooks that the tenant has switched on.',
    answers: [
      answer(
        200,
        'By their names; `next` is when an instance begins by itself, `nextVerdict` when its objective is looked at without one.',
        listOf('Playbook'),
      ),
    ],
  })
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

  @Get(':name/verdicts')
  @Operation({
    summary: 'Whether the objective of a playbook held, day by day, the latest first.',
    parameters: [
      inPath('name', 'a playbook that is switched on'),
      inQuery('before', 'a day: only those before it, for the page that follows'),
    ],
    answers: [
      answer(
        200,
        'The days on which it was looked at, by an instance (`sweep`) or a schedule of its own (`watch`): the latest look of a day counts.',
        listOf('PlaybookVerdict'),
      ),
    ],
    problems: [400, 404],
  })
  async verdicts(
    @CallerOf() { tenant }: Caller,
    @Param('name') name: string,
    @Query('before', new FitsPipe(Type.Optional(Day))) before: string | null,
  ): Promise<readonly PlaybookVerdictView[]> {
    await switchedOnPlaybook(this.artifacts, tenant, name);
    return this.playbookVerdicts.list(tenant, name, before);
  }
}
