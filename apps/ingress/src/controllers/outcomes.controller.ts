import { Body, Controller, Get, HttpCode, Inject, Param, Post, UseGuards } from '@nestjs/common';
import {
  Identifier,
  type OutcomePage,
  type OutcomeView,
  type Recorded,
  type SettlementReceivedView,
} from '@arbiter/contracts';
import { Problem } from '@arbiter/runtime';
import { EventStore } from '@arbiter/store';
import { Operation, answer, inPath } from '../documents/operation';
import { refer } from '../documents/schemas';
import type { Caller } from '../http/api-keys';
import { CallerOf } from '../http/caller';
import { FitsPipe } from '../http/fits';
import { RightGuard } from '../http/right-guard';
import { SettlementBody } from '../http/settlement-body';
import { settlementReceived, type ReceivedFact } from '../intake/received-fact';
import { Reception } from '../reception';
import { MOST_OUTCOMES, UnknownOutcomes } from '../views/unknown-outcomes';

const IDENTITY = { field: 'outcome', status: 409 };
const OUTCOME = inPath('id', 'as the list names it');
const IDENTIFIER = new FitsPipe(Identifier);

/** The actions of which it is unknown whether their effect took place (EX-26). */
@Controller('api/outcomes')
export class OutcomesController {
  constructor(
    @Inject(UnknownOutcomes) private readonly outcomes: UnknownOutcomes,
    @Inject(Reception) private readonly reception: Reception,
    @Inject(EventStore) private readonly store: EventStore,
  ) {}

  @Get()
  @Operation({
    summary: 'Actions of which it is unknown whether their effect took place, the oldest first.',
    answers: [answer(200, `At most ${MOST_OUTCOMES}, none of them settled.`, refer('OutcomePage'))],
    problems: [],
  })
  async list(@CallerOf() { tenant }: Caller): Promise<OutcomePage> {
    const left = await this.outcomes.left(tenant);
    return { outcomes: left.slice(0, MOST_OUTCOMES), more: left.length > MOST_OUTCOMES };
  }

  @Get(':id')
  @Operation({
    summary: 'What is known of one.',
    parameters: [OUTCOME],
    answers: [answer(200, 'Whether it is still unknown, or what became of it.', refer('Outcome'))],
    problems: [400, 404],
  })
  async show(@CallerOf() { tenant }: Caller, @Param('id', IDENTIFIER) id: string): Promise<OutcomeView> {
    return this.find(tenant, id);
  }

  /** It is settled once. The same settlement again gets the first one, and so does a different one. */
  @Post(':id')
  @HttpCode(202)
  @UseGuards(new RightGuard('mayApprove'))
  @Operation({
    summary: 'Say what became of one, once; needs a key with the right `approvals`. The person is told.',
    parameters: [OUTCOME],
    body: 'Settlement',
    answers: [
      answer(202, 'Received, now or before: what was found out, by which key and when.', refer('SettlementReceived')),
    ],
    problems: [404, 409],
  })
  async settle(
    @CallerOf() caller: Caller,
    @Param('id', IDENTIFIER) id: string,
    @Body() { outcome }: SettlementBody,
  ): Promise<SettlementReceivedView> {
    const found = await this.find(caller.tenant, id);
    const owner = await this.outcomes.ownerOf(caller.tenant, found);
    if (owner === null) throw conflicting('left_the_log', 'its run has left the log, so nobody can be told any more');
    const fact = settlementReceived(caller, found, owner, outcome);
    const { data } = (await this.given(fact)) ?? (await this.receive(found, fact));
    if (data.outcome !== outcome)
      throw conflicting(
        'already_settled',
        `${data.settledBy} said "${data.outcome}" at ${data.receivedAt}; that stands`,
      );
    return { id, outcome, settledBy: data.settledBy, receivedAt: data.receivedAt };
  }

  /** The settlement that the log holds afterwards: this one, or one that came in at the same moment. */
  private async receive(
    { status, outcome, settledAt }: OutcomeView,
    fact: ReceivedFact,
  ): Promise<Recorded<'action.settlement_received'>> {
    if (status === 'settled')
      throw conflicting('already_settled', `the vendor said "${outcome}" at ${settledAt}; that stands`);
    await this.reception.receive(fact, IDENTITY).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'other_payload') throw error;
    });
    return (await this.given(fact))!;
  }

  private async given({ stream, dedupeKey }: ReceivedFact): Promise<Recorded<'action.settlement_received'> | null> {
    const fact = await this.store.findByDedupeKey(stream, dedupeKey);
    return fact as Recorded<'action.settlement_received'> | null;
  }

  private async find(tenant: string, id: string): Promise<OutcomeView> {
    const found = await this.outcomes.find(tenant, id);
    if (found) return found;
    throw new Problem(
      404,
      'unknown_action',
      'there is no such action; GET /api/outcomes lists those to be looked into',
      {
        field: 'id',
      },
    );
  }
}

const conflicting = (code: string, detail: string): Problem => new Problem(409, code, detail, { field: 'outcome' });
