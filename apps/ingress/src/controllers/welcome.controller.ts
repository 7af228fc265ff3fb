import { Controller, Get, Inject, Query } from '@nestjs/common';
import type { WelcomeView } from '@arbiter/contracts';
import { ArtifactRegistry } from '@arbiter/artifacts';
import { Operation, answer, inQuery } from '../documents/operation';
import { refer } from '../documents/schemas';
import type { Caller } from '../http/api-keys';
import { CallerOf } from '../http/caller';
import { activeBundle } from '../switched-on';

const DEFAULT_LANGUAGE = 'en';

/** What a tenant's page shows before a conversation begins (CH-06). */
@Controller('api/welcome')
export class WelcomeController {
  constructor(@Inject(ArtifactRegistry) private readonly artifacts: ArtifactRegistry) {}

  @Get()
  @Operation({
    summary: 'Whom a person at the page may speak as, and sentences to begin with.',
    parameters: [inQuery('locale', 'the language of the sentences; English where the tenant has none in it')],
    answers: [answer(200, "The tenant's own.", refer('Welcome'))],
  })
  async show(@CallerOf() { tenant }: Caller, @Query('locale') locale = DEFAULT_LANGUAGE): Promise<WelcomeView> {
    const { conversation } = await activeBundle(this.artifacts, tenant);
    const { customers = [], examples = {} } = conversation?.welcome ?? {};
    const language = locale.split('-')[0]!.toLowerCase();
    const twoStage = conversation.twoStage === true;
    return { customers, twoStage, examples: examples[language] ?? examples[DEFAULT_LANGUAGE] ?? [] };
  }
}
