import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ChannelName, PersonIdentifier, type Account, type LinkCodeView, type LinkView } from '@arbiter/contracts';
import { Problem } from '@arbiter/runtime';
import type { CodeRefusal } from '../links/account-link';
import type { LinkCode } from '../links/link-codes';
import { Operation, answer, inPath, inQuery } from '../documents/operation';
import { refer } from '../documents/schemas';
import type { Caller } from '../http/api-keys';
import { CallerOf } from '../http/caller';
import { FitsPipe } from '../http/fits';
import { RightGuard } from '../http/right-guard';
import { LinkBody } from '../http/link-body';
import { WhoIsAsking } from '../who-is-asking';

const CHANNEL = new FitsPipe(ChannelName);
const IDENTIFIER = new FitsPipe(PersonIdentifier);
const ACCOUNT = [
  inPath('channel', 'the channel of the account, such as telegram'),
  inPath('userId', 'the account, as the channel names it'),
];
const AGAIN = 'have the person write to the channel again and use the code they get';
const REFUSALS: Readonly<Record<CodeRefusal, readonly [status: number, detail: string]>> = {
  code_used: [
    409,
    'the code was used before and counts once; GET /api/links/{channel}/{userId} says whose the account is',
  ],
  account_linked: [
    409,
    'the account is linked already, by another code; DELETE its link first if that is not to stand',
  ],
  code_expired: [410, `the code is too old; ${AGAIN}`],
  code_superseded: [410, `the account was linked and unlinked since the code was made; ${AGAIN}`],
};

/**
 * CH-17: links accounts to customers, as told by the tenant's own back end, which knows the person who is logged in.
 */
@Controller('api/links')
@UseGuards(new RightGuard('mayLink'))
export class LinksController {
  constructor(@Inject(WhoIsAsking) private readonly who: WhoIsAsking) {}

  /** Binds the account that was given the code to a customer. Once, however many ask and on whichever replica. */
  @Post()
  @Operation({
    summary: 'Say which customer holds a code, for the person who is logged in (CH-17).',
    body: 'LinkConfirmation',
    answers: [answer(201, "From now on the account's messages are this customer's.", refer('Link'))],
    problems: [403, 404, 409, 410],
  })
  async confirm(@CallerOf() caller: Caller, @Body() { code: text, customerId }: LinkBody): Promise<LinkView> {
    const code = this.read(caller, text);
    const { linkDays } = await this.who.rulesOf(caller.tenant);
    const confirmed = await this.who.links.confirm({ code, customerId, by: caller.name, days: linkDays });
    if (typeof confirmed === 'string') throw refused(confirmed);
    return viewOf(code.account, confirmed.data);
  }

  /** The account that a code would bind, to be shown to the logged-in person before they agree. */
  @Get()
  @Operation({
    summary: 'Which account a code would bind; show it before the person agrees.',
    parameters: [inQuery('code', 'the code that the person brought', true)],
    answers: [answer(200, 'The code can be used.', refer('LinkCode'))],
    problems: [403, 404, 409, 410, 503],
  })
  async show(@CallerOf() caller: Caller, @Query('code') text: unknown): Promise<LinkCodeView> {
    const code = this.read(caller, text);
    const refusal = await this.who.links.refusal(code);
    if (refusal) throw refused(refusal);
    const { channel, userId } = code.account;
    return { channel, userId, expiresAt: code.expiresAt };
  }

  @Get(':channel/:userId')
  @Operation({
    summary: 'Which customer an account is.',
    parameters: ACCOUNT,
    answers: [answer(200, 'The link that stands.', refer('Link'))],
    problems: [400, 403, 404, 503],
  })
  async find(
    @CallerOf() { tenant }: Caller,
    @Param('channel', CHANNEL) channel: string,
    @Param('userId', IDENTIFIER) userId: string,
  ): Promise<LinkView> {
    const account = { tenant, channel, userId };
    const standing = await this.who.links.standing(account);
    if (typeof standing === 'number') throw unknownLink();
    return viewOf(account, standing);
  }

  /** From now on the account is not linked; another replica knows within two seconds. */
  @Delete(':channel/:userId')
  @HttpCode(204)
  @Operation({
    summary: "Take an account's link back.",
    parameters: ACCOUNT,
    answers: [answer(204, 'The account is not linked any more; other replicas know within two seconds.')],
    problems: [400, 403, 404, 503],
  })
  async revoke(
    @CallerOf() { tenant, name }: Caller,
    @Param('channel', CHANNEL) channel: string,
    @Param('userId', IDENTIFIER) userId: string,
  ): Promise<void> {
    if (!(await this.who.links.revoke({ tenant, channel, userId }, name))) throw unknownLink();
  }

  /** A code of another tenant is as unknown as one that was never made. */
  private read(caller: Caller, text: unknown): LinkCode {
    const code = typeof text === 'string' ? this.who.codes.read(caller.tenant, text) : null;
    if (!code)
      throw new Problem(404, 'unknown_code', `this code was not made here; ${AGAIN}, unchanged`, { field: 'code' });
    return code;
  }
}

function refused(refusal: CodeRefusal): Problem {
  const [status, detail] = REFUSALS[refusal];
  return new Problem(status, refusal, detail, { field: 'code' });
}

const unknownLink = (): Problem =>
  new Problem(404, 'unknown_link', 'the account is linked to no customer', { field: 'userId' });

const viewOf = (
  { channel, userId }: Account,
  { customerId, confirmedAt, expiresAt }: Omit<LinkView, 'channel' | 'userId'>,
): LinkView => ({ channel, userId, customerId, confirmedAt, expiresAt });
