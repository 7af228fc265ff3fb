import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ServiceHealth, readiness } from '@arbiter/platform';
import type { FastifyReply } from 'fastify';

export const PROBES = ['/livez', '/readyz', '/startupz'] as const;

/** The probes again on the HTTP port, where a load balancer looks; they ask for no key. */
@Controller()
export class ProbesController {
  constructor(@Inject(ServiceHealth) private readonly health: ServiceHealth) {}

  /** Depends on nothing. */
  @Get('livez')
  live(@Res() reply: FastifyReply): void {
    answer(reply, true, '');
  }

  /** What it stands on, named when it is away. */
  @Get('readyz')
  ready(@Res() reply: FastifyReply): void {
    const { status, body } = readiness([this.health]);
    void reply
      .code(status)
      .type('application/json')
      .headers(status === 503 ? { 'retry-after': '2' } : {})
      .send(body);
  }

  @Get('startupz')
  started(@Res() reply: FastifyReply): void {
    answer(reply, this.health.started, 'starting');
  }
}

function answer(reply: FastifyReply, well: boolean, otherwise: string): void {
  void reply
    .code(well ? 200 : 503)
    .type('text/plain')
    .send(well ? 'ok' : otherwise);
}
