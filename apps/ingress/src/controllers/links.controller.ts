import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, UseGuards } from '@nestjs/common';
import { ChannelName, Identifier, type Account } from '@arbiter/contracts';
import { Problem, type CodeRefusal, type LinkCode } from '@arbiter/platform';
import type { Caller } from '../http/api-keys';
import { CallerOf } from '../http/caller';
import { FitsPipe } from '../http/fits';
import { RightGuard } from '../http/right-guard';
import { LinkBody } from '../http/link-body';
import { WhoIsAsking } from '../who-is-asking';

const CHANNEL = new FitsPipe(ChannelName);
const IDENTIFIER = new FitsPipe(Identifier);
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

/** CH-17: whose account it is, as the tenant's own back end says, which knows who is logged in. */
@Controller('api/links')
@UseGuards(new RightGuard('mayLink'))
export class LinksController {
  constructor(@Inject(WhoIsAsking) private readonly who: WhoIsAsking) {}

  /** Binds the account that was given the code to a customer. Once, however many ask and on whichever replica. */
  @Post()
  async confirm(@CallerOf() caller: Caller, @Body() { code: text, customerId }: LinkBody): Promise<object> {
    const code = this.read(caller, text);
    const { linkDays } = await this.who.rulesOf(caller.tenant);
    const confirmed = await this.who.links.confirm({ code, customerId, by: caller.name, days: linkDays });
    if (typeof confirmed === 'string') throw refused(confirmed);
    return viewOf(code.account, confirmed.data);
  }

  /** Which account a code would bind: to be shown to the person who is logged in before they agree. */
  @Get()
  async show(@CallerOf() caller: Caller, @Query('code') text: unknown): Promise<object> {
    const code = this.read(caller, text);
    const refusal = await this.who.links.refusal(code);
    if (refusal) throw refused(refusal);
    const { channel, userId } = code.account;
    return { channel, userId, expiresAt: code.expiresAt };
  }

  @Get(':channel/:userId')
  async find(
    @CallerOf() { tenant }: Caller,
    @Param('channel', CHANNEL) channel: string,
    @Param('userId', IDENTIFIER) userId: string,
  ): Promise<object> {
    const account = { tenant, channel, userId };
    const standing = await this.who.links.standing(account);
    if (typeof standing === 'number') throw unknownLink();
    return viewOf(account, standing);
  }

  /** From now on the account is not linked; another replica knows within two seconds. */
  @Delete(':channel/:userId')
  @HttpCode(204)
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
  { customerId, confirmedAt, expiresAt }: { customerId: string; confirmedAt: string; expiresAt: string | null },
) => ({ channel, userId, customerId, confirmedAt, expiresAt });
