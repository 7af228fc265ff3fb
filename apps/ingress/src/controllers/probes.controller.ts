import { ServiceHealth, readiness } from '@arbiter/runtime';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Operation, answer } from '../documents/operation';

export const PROBES = ['/livez', '/readyz', '/startupz'] as const;

const YES_OR_NO = [answer(200, 'yes'), answer(503, 'no')];
const READINESS = {
  type: 'object',
  required: ['ready', 'problems'],
  properties: {
    ready: { type: 'boolean' },
    problems: {
      type: 'array',
      items: {
        type: 'object',
        required: ['part', 'detail'],
        properties: { part: { enum: ['postgres', 'schema', 'keys', 'nats', 'consumers'] }, detail: { type: 'string' } },
      },
    },
  },
};

/** The probes again on the HTTP port, where a load balancer looks; they ask for no key. */
@Controller()
export class ProbesController {
  constructor(@Inject(ServiceHealth) private readonly health: ServiceHealth) {}

  /** Depends on nothing. */
  @Get('livez')
  @Operation({ summary: 'Is the process alive?', open: true, answers: YES_OR_NO })
  live(@Res() reply: FastifyReply): void {
    sendText(reply, true, '');
  }

  /** Names the parts that the service depends on and that are away. */
  @Get('readyz')
  @Operation({
    summary: 'Does it take work?',
    open: true,
    answers: [answer(200, 'yes', READINESS), answer(503, 'no, and what is away', READINESS)],
  })
  ready(@Res() reply: FastifyReply): void {
    const { status, body } = readiness([this.health]);
    void reply
      .code(status)
      .type('application/json')
      .headers(status === 503 ? { 'retry-after': '2' } : {})
      .send(body);
  }

  @Get('startupz')
  @Operation({ summary: 'Has it started?', open: true, answers: YES_OR_NO })
  started(@Res() reply: FastifyReply): void {
    sendText(reply, this.health.started, 'starting');
  }
}

function sendText(reply: FastifyReply, well: boolean, otherwise: string): void {
  void reply
    .code(well ? 200 : 503)
    .type('text/plain')
    .send(well ? 'ok' : otherwise);
}
