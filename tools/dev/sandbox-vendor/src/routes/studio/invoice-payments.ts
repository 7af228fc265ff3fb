import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { Books } from '../../books';
import { diaryOf } from '../../studio/diary';
import { viewOf } from '../../studio/invoice-view';
import { RECORDING, UNRECORDING, standingMatches, standingRecords } from '../../studio/settlement';
import type { Studio } from '../../studio/studio';
import { VendorError } from '../../vendor-error';
import { once } from '../once';
import { RECORD_BODY, RECORD_PATH, type RecordBody } from './schemas';
import { entryIn, takenBack } from './taken-back';

interface OneRecord {
  readonly Params: { recordId: string };
}

/** A matched payment recorded on its invoice, which is paid then. It can be taken away until its month is over. */
export function addStudioInvoicePayments(server: FastifyInstance, studio: Studio, books: Books): void {
  server.post<{ Body: RecordBody }>('/invoice-payments', { schema: { body: RECORD_BODY } }, async (request, reply) => {
    reply.code(201);
    return once(books, request, RECORDING, request.body, () => {
      const { matchId, number, amount } = request.body;
      const { body: matched, customerId } = entryIn(standingMatches(books), { matchId });
      const received = studio.payments.get(String(matched['payment']))!.amountMinor / 100;
      if (!isDeepStrictEqual([matched['number'], received], [number, amount]))
        throw new VendorError(422, 'match_differs', `match ${matchId} is for another invoice or another amount`);
      const diary = diaryOf(books);
      if (viewOf(studio.invoices.get(number)!, diary).status !== 'open')
        throw new VendorError(409, 'invoice_not_open', `invoice ${number} is not open`);
      const result = { number, amount, recordedOn: diary.today };
      return { customerId, orderNumber: null, result: (sequence) => ({ recordId: `PR-${sequence}`, ...result }) };
    });
  });

  server.delete<OneRecord>(
    '/invoice-payments/:recordId',
    { schema: { params: RECORD_PATH } },
    async (request, reply) => {
      const { recordId } = request.params;
      reply.code(200);
      const entry = () => {
        const record = entryIn(standingRecords(books), { recordId });
        if (monthOf(record.result['recordedOn']) < monthOf(diaryOf(books).today))
          throw new VendorError(409, 'month_closed', `the month in which ${recordId} was recorded is closed`);
        return record;
      };
      return takenBack(books, request, UNRECORDING, { id: { recordId }, status: 'deleted', entry });
    },
  );
}

const monthOf = (day: unknown): string => String(day).slice(0, 7);
