import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Controller, Get, Res } from '@nestjs/common';
import { Problem } from '@arbiter/platform';
import type { FastifyReply } from 'fastify';
import { openApiDocument } from '../documents/openapi';

const ASYNC_API = join(__dirname, '../../../../docs/asyncapi.json');

/** What this service speaks: over HTTP, and over NATS. */
@Controller()
export class DocumentsController {
  @Get('openapi.json')
  openApi(): object {
    return openApiDocument();
  }

  @Get('asyncapi.json')
  async asyncApi(@Res() reply: FastifyReply): Promise<void> {
    const document = await readFile(ASYNC_API, 'utf8').catch(() => {
      throw new Problem(404, 'not_found', 'this deployment carries no docs/asyncapi.json; `npm run generate` makes it');
    });
    await reply.type('application/json').send(document);
  }
}
