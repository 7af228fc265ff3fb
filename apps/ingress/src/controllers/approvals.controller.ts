import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, UseGuards } from '@nestjs/common';
import {
  Day,
  Identifier,
  type ApprovalAnsweredView,
  type ApprovalPage,
  type ApprovalView,
  type Recorded,
} from '@arbiter/contracts';
import { DatabaseClock } from '@arbiter/resilience';
import { Problem } from '@arbiter/runtime';
import { EventStore } from '@arbiter/store';
import { Type } from 'typebox';
import { Operation, answer, inPath, inQuery } from '../documents/operation';
import { refer } from '../documents/schemas';
import { ApprovalBody } from '../http/approval-body';
import type { Caller } from '../http/api-keys';
import { CallerOf } from '../http/caller';
import { FitsPipe } from '../http/fits';
import { ApprovalPlacePipe } from '../http/query-pipes';
import { RightGuard } from '../http/right-guard';
import { Reception } from '../reception';
import { approvalReceived, type ReceivedFact } from '../intake/received-fact';
import { Approvals, PAGE_APPROVALS, type ApprovalPlace, type AskedBranch } from '../views/approvals';

const IDENTITY = { field: 'decision', status: 409 };
const APPROVAL = inPath('id', 'as the list names it');
const IDENTIFIER = new FitsPipe(Identifier);

/** The actions of playbooks that wait for a yes (AP-01 to AP-09). */
@Controller('api/approvals')
export class ApprovalsController {
  constructor(
    @Inject(Approvals) private readonly approvals: Approvals,
    @Inject(Reception) private readonly reception: Reception,
    @Inject(EventStore) private readonly store: EventStore,
    @Inject(DatabaseClock) private readonly clock: DatabaseClock,
  ) {}

  @Get()
  @Operation({
    summary: 'What the playbooks of the tenant want to do and wait for a yes to, the oldest first.',
    parameters: [
      inQuery('after', 'the `after` of a page, for the one that follows'),
      inQuery('playbook', 'only those of this playbook'),
      inQuery('day', 'an ISO date: only those of the instances of this day'),
    ],
    answers: [
      answer(
        200,
        'At most 50, the oldest first; `after` is null on the last page. `mayAnswer` says whether the key has the right to answer.',
        refer('ApprovalPage'),
      ),
    ],
    problems: [400],
  })
  async list(
    @CallerOf() { tenant, mayApprove }: Caller,
    @Query('after', ApprovalPlacePipe) after: ApprovalPlace | null,
    @Query('playbook', new FitsPipe(Type.Optional(Identifier))) playbook: string | null,
    @Query('day', new FitsPipe(Type.Optional(Day))) day: string | null,
  ): Promise<ApprovalPage> {
    const approvals = await this.approvals.open(tenant, { after, playbook, day });
    const last = approvals.length < PAGE_APPROVALS ? undefined : approvals.at(-1);
    return { approvals, after: last ? `${last.askedAt}/${last.id}` : null, mayAnswer: mayApprove };
  }

  @Get(':id')
  @Operation({
    summary: 'What became of one.',
    parameters: [APPROVAL],
    answers: [answer(200, 'Whether it waits still, or how it was answered.', refer('Approval'))],
    problems: [400, 404],
  })
  async show(@CallerOf() caller: Caller, @Param('id', IDENTIFIER) id: string): Promise<ApprovalView> {
    const { branchId: _branch, binding: _binding, ...view } = await this.find(caller, id);
    return view;
  }

  /** AP-08: an approval is answered once. The same answer again gets the decision, and so does a different one. */
  @Post(':id')
  @HttpCode(202)
  @UseGuards(new RightGuard('mayApprove'))
  @Operation({
    summary: 'Say yes or no, once; needs a key with the right `approvals`.',
    parameters: [APPROVAL],
    body: 'ApprovalAnswer',
    answers: [
      answer(202, 'Received, now or before: what was decided, by which key and when.', refer('ApprovalAnswered')),
    ],
    problems: [404, 409],
  })
  async answer(
    @CallerOf() caller: Caller,
    @Param('id', IDENTIFIER) id: string,
    @Body() answer: ApprovalBody,
  ): Promise<ApprovalAnsweredView> {
    const approval = await this.find(caller, id);
    const fact = approvalReceived(caller, approval, answer);
    const given = (await this.given(fact)) ?? (await this.receive(approval, fact));
    const { decision, answeredBy, receivedAt: answeredAt } = given.data;
    if (decision !== answer.decision)
      throw conflicting(
        'already_answered',
        `it was answered with "${decision}" by ${answeredBy} at ${answeredAt}; that stands`,
      );
    return { id, decision, answeredBy, answeredAt };
  }

  /** The answer that the log holds afterwards: this one, or one that came in at the same moment. */
  private async receive(approval: ApprovalView, fact: ReceivedFact): Promise<Recorded<'approval.received'>> {
    const { status, expiresAt } = approval;
    if (status === 'expired' || expiresAt <= this.clock.now())
      throw conflicting('approval_expired', `it waited until ${expiresAt}, and nothing was done`);
    if (status !== 'open') throw conflicting('approval_ended', `it no longer waits: it is ${status}`);
    await this.reception.receive(fact, IDENTITY).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'other_payload') throw error;
    });
    return (await this.given(fact))!;
  }

  private async given({ stream, dedupeKey }: ReceivedFact): Promise<Recorded<'approval.received'> | null> {
    const fact = await this.store.findByDedupeKey(stream, dedupeKey);
    return fact as Recorded<'approval.received'> | null;
  }

  private async find({ tenant }: Caller, id: string): Promise<ApprovalView & AskedBranch> {
    const approval = await this.approvals.find(tenant, id);
    if (approval) return approval;
    throw new Problem(404, 'unknown_approval', 'there is no such approval; GET /api/approvals lists those that wait', {
      field: 'id',
    });
  }
}

const conflicting = (code: string, detail: string): Problem => new Problem(409, code, detail, { field: 'decision' });
