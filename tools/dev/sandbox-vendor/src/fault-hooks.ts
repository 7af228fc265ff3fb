import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Fault, FaultKind, Faults } from './faults';
import { routeOf } from './route-name';
import { VendorError } from './vendor-error';

const HELD_MILLISECONDS = 120_000;

const BROKEN = 'something broke here; try again';

const REFUSALS: Partial<Record<FaultKind, readonly [status: number, code: string, message: string]>> = {
  '400': [400, 'bad_request', 'this cannot be read'],
  '403': [403, 'right_revoked', 'this right was revoked; renew it with the vendor'],
  '404': [404, 'not_found', 'there is no such thing here'],
  '409': [409, 'in_progress', 'a request with this key is being worked at; ask again later'],
  '422': [422, 'unprocessable', 'this cannot be done'],
  '500': [500, 'internal_error', BROKEN],
};

/** Puts the faults around every route. `stopping` ends running delays when the vendor stops. */
export function addFaultHooks(server: FastifyInstance, faults: Faults, stopping: AbortSignal): void {
  const hits = new WeakMap<FastifyRequest, Fault & { readonly replaced: AbortSignal }>();

  server.addHook('preHandler', async (request, reply) => {
    const fault = faults.take(routeOf(request));
    if (!fault) return;
    hits.set(request, { ...fault, replaced: faults.replaced });
    const refusal = REFUSALS[fault.kind];
    if (refusal) throw new VendorError(...refusal);
    if (fault.kind === '429') {
      reply.header('retry-after', String(fault.retryAfterSeconds ?? 1));
      throw new VendorError(429, 'too_many_requests', 'slow down; see Retry-After');
    }
    if (fault.kind === 'reset_before_effect') {
      reply.hijack();
      request.raw.socket.resetAndDestroy();
    }
  });

  server.addHook('onSend', async (request, reply, payload) => {
    const fault = hits.get(request);
    if (fault?.kind === '500_after_effect') {
      reply.code(500);
      return JSON.stringify({ code: 'internal_error', message: BROKEN });
    }
    if (fault?.kind === 'slow')
      await delay(fault.delayMilliseconds ?? 1_000, undefined, { signal: stopping }).catch(() => undefined);
    if (fault?.kind === 'held')
      await delay(HELD_MILLISECONDS, undefined, { signal: AbortSignal.any([stopping, fault.replaced]) }).catch(
        () => undefined,
      );
    if (fault?.kind === 'reset_after_effect') request.raw.socket.resetAndDestroy();
    return payload;
  });
}
