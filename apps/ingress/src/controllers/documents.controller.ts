import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@arbiter/runtime';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { OpenApi } from '../documents/openapi';
import { Operation, answer } from '../documents/operation';

const ASYNC_API = join(__dirname, '../../../../docs/asyncapi.json');

/** The descriptions of the HTTP API and of the messages over NATS. */
@Controller()
export class DocumentsController {
  constructor(@Inject(OpenApi) private readonly described: OpenApi) {}

  @Get('openapi.json')
  @Operation({ summary: 'This document.', answers: [answer(200, 'OpenAPI 3.1', { type: 'object' })] })
  openApi(): object {
    return this.described.document;
  }

  @Get('asyncapi.json')
  @Operation({
    summary: 'What travels over NATS.',
    answers: [answer(200, 'AsyncAPI 3', { type: 'object' })],
    problems: [404],
  })
  async asyncApi(@Res() reply: FastifyReply): Promise<void> {
    const document = await readFile(ASYNC_API, 'utf8').catch(() => {
      throw new Problem(404, 'not_found', 'this deployment carries no docs/asyncapi.json; `npm run generate` makes it');
    });
    await reply.type('application/json').send(document);
  }
}
