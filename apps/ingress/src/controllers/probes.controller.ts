import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Ingress } from '../ingress';

export const PROBES = ['/livez', '/readyz', '/startupz'] as const;

/** The probes again on the HTTP port, where a load balancer looks; they ask for no key. */
@Controller()
export class ProbesController {
  constructor(@Inject(Ingress) private readonly ingress: Ingress) {}

  /** Depends on nothing. */
  @Get('livez')
  live(@Res() reply: FastifyReply): void {
    answer(reply, true, '');
  }

  @Get('readyz')
  ready(@Res() reply: FastifyReply): void {
    answer(reply, this.ingress.core.health.ready, 'not ready');
  }

  @Get('startupz')
  started(@Res() reply: FastifyReply): void {
    answer(reply, this.ingress.core.health.started, 'starting');
  }
}

function answer(reply: FastifyReply, well: boolean, otherwise: string): void {
  void reply.code(well ? 200 : 503).type('text/plain').send(well ? 'ok' : otherwise);
}
