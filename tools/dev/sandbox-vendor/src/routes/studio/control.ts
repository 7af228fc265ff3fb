import type { FastifyInstance } from 'fastify';
import type { Books } from '../../books';
import { FIRST_DAY } from '../../studio/days';
import { CLOCK, diaryOf } from '../../studio/diary';
import type { Studio } from '../../studio/studio';
import { truthOf } from '../../studio/truth';
import { VendorError } from '../../vendor-error';
import { TODAY_BODY, TRUTH_QUERY } from './schemas';

interface TruthOf {
  readonly Querystring: { firstAfterDays?: string; intervalDays?: string };
}

/**
 * Routes for the demo and the evaluation: the studio's clock, the right results on its day, and the letters really
 * sent.
 */
export function addStudioControl(server: FastifyInstance, studio: Studio, books: Books): void {
  const path = '/_sandbox/studio';

  server.get(`${path}/today`, async () => ({ today: diaryOf(books).today }));
  server.put<{ Body: { today: string } }>(`${path}/today`, { schema: { body: TODAY_BODY } }, async ({ body }) => {
    const { today } = diaryOf(books);
    if (Number.isNaN(Date.parse(body.today)) || body.today < today)
      throw new VendorError(
        422,
        'invalid_day',
        `it is ${today}, and time goes forward only; clear the ledger with DELETE /_sandbox/ledger to begin again on ${FIRST_DAY}`,
      );
    if (body.today > today)
      books.post({
        route: CLOCK,
        kind: 'none',
        key: null,
        customerId: '',
        orderNumber: null,
        body: { today: body.today },
        result: () => ({ today: body.today }),
      });
    return { today: body.today };
  });

  server.get<TruthOf>(`${path}/truth`, { schema: { querystring: TRUTH_QUERY } }, async ({ query }) =>
    truthOf(studio, diaryOf(books), {
      firstAfterDays: Number(query.firstAfterDays ?? 14),
      intervalDays: Number(query.intervalDays ?? 7),
    }),
  );
  server.get(`${path}/touches`, async () => ({ touches: [...diaryOf(books).touches.values()].flat() }));
}
