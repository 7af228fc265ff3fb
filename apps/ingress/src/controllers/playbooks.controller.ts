import { Body, Controller, Get, Inject, Param, Post, Res } from '@nestjs/common';
import { acceptedRun, type ActivePlaybook } from '@arbiter/contracts';
import { Problem } from '@arbiter/platform';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../http/api-keys';
import { CallerOf } from '../http/caller';
import { PlaybookBody } from '../http/playbook-body';
import { Ingress } from '../ingress';
import { playbookSubmitted } from '../intake/received-fact';

const IDENTITY = { field: 'day', status: 409 };

/** PL-05, PL-11: the playbooks that a tenant has switched on, and their instances. */
@Controller('api/playbooks')
export class PlaybooksController {
  constructor(@Inject(Ingress) private readonly ingress: Ingress) {}

  @Get()
  async list(@CallerOf() { tenant }: Caller): Promise<object> {
    return { playbooks: (await this.switchedOn(tenant)).map(viewOf) };
  }

  /** An instance for a day. A day has one, so asking twice starts none twice. */
  @Post(':name/runs')
  async submit(
    @CallerOf() caller: Caller,
    @Param('name') name: string,
    @Body() body: PlaybookBody,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const active = await this.find(caller.tenant, name);
    const day = body.day ?? today(active.schedule?.timeZone ?? 'UTC', this.ingress.core.clock.now());
    const fact = playbookSubmitted(caller.tenant, caller.name, name, day);
    await this.ingress.reception.receive(fact, IDENTITY);
    reply.header('location', `/api/runs/${fact.requestId}`);
    await reply.code(202).send({ ...acceptedRun(fact.requestId, fact.sessionId), playbook: name, day });
  }

  private async find(tenant: string, name: string): Promise<ActivePlaybook> {
    const all = await this.switchedOn(tenant);
    const found = all.find(({ definition }) => definition.playbook === name);
    if (found) return found;
    const known = all.map(({ definition }) => definition.playbook).join(', ') || '(there are none)';
    throw new Problem(404, 'unknown_playbook', `the tenant has switched on no such playbook; use one of ${known}`, {
      field: 'name',
    });
  }

  private async switchedOn(tenant: string): Promise<readonly ActivePlaybook[]> {
    const { artifacts } = this.ingress.core;
    return (await artifacts.load(await artifacts.active(tenant))).playbooks ?? [];
  }
}

const viewOf = ({ definition, schedule }: ActivePlaybook): object => ({
  playbook: definition.playbook,
  version: definition.version,
  title: definition.title,
  description: definition.description,
  objective: definition.objective.description,
  schedule: schedule ?? null,
});

/** An ISO date; that is how the calendar of Sweden is written. */
const today = (timeZone: string, now: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(now));
