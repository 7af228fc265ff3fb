import { Problem } from '@arbiter/runtime';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RIGHTS, type Right } from './api-keys';
import { callerOf } from './caller';

/** Throws 403 unless the caller has the right. */
export class RightGuard implements CanActivate {
  constructor(private readonly right: Right) {}

  canActivate(context: ExecutionContext): true {
    const caller = callerOf(context.switchToHttp().getRequest<FastifyRequest>());
    if (caller[this.right]) return true;
    const { entry, what } = RIGHTS[this.right];
    throw new Problem(
      403,
      'forbidden',
      `the API key ${caller.name} may not ${what}; give it the right in ARBITER_API_KEYS: name:sha256:tenant:${entry}`,
      { field: 'authorization' },
    );
  }
}
