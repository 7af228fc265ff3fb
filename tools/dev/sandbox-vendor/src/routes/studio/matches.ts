import type { FastifyInstance } from 'fastify';
import type { Books } from '../../books';
import { diaryOf } from '../../studio/diary';
import { viewOf } from '../../studio/invoice-view';
import { MATCHING, UNMATCHING, matchedTo, standingMatches, standingRecords } from '../../studio/settlement';
import type { Payment, Studio } from '../../studio/studio';
import { VendorError, notFound } from '../../vendor-error';
import { once } from '../once';
import { paged } from './paged';
import { MATCH_BODY, MATCH_PATH, PAYMENTS_QUERY, type MatchBody } from './schemas';
import { entryIn, takenBack } from './taken-back';

const PAYMENTS_A_PAGE = 25;

interface PaymentsOf {
  readonly Querystring: { page: string; status?: 'matched' | 'unmatched' };
}
interface OneMatch {
  readonly Params: { matchId: string };
}

/** What came in at the bank, and the invoice that it is matched to: one at a time, until the match is discarded. */
export function addStudioMatches(server: FastifyInstance, studio: Studio, books: Books): void {
  server.get<PaymentsOf>('/payments', { schema: { querystring: PAYMENTS_QUERY } }, async ({ query }) => {
    const payments = [...studio.payments.values()]
      .map((payment) => paymentView(payment, books))
      .filter(({ matchedTo: to }) => query.status === undefined || (query.status === 'matched') === (to !== null));
    return paged('payments', payments, Number(query.page), PAYMENTS_A_PAGE);
  });

  server.get<{ Params: { payment: string } }>('/payments/:payment', async ({ params }) => {
    const payment = studio.payments.get(params.payment);
    if (!payment) throw notFound();
    return paymentView(payment, books);
  });

  server.post<{ Body: MatchBody }>('/matches', { schema: { body: MATCH_BODY } }, async (request, reply) => {
    reply.code(201);
    return once(books, request, MATCHING, request.body, () => {
      const { payment, number } = request.body;
      const invoice = studio.invoices.get(number);
      if (!invoice || !studio.payments.has(payment)) throw notFound();
      if (matchedTo(payment, books) !== null)
        throw new VendorError(409, 'payment_matched', `payment ${payment} has been matched before`);
      if (viewOf(invoice, diaryOf(books)).status !== 'open')
        throw new VendorError(409, 'invoice_not_open', `invoice ${number} is not open`);
      return {
        customerId: invoice.contactId,
        orderNumber: null,
        result: (sequence) => ({ matchId: `M-${sequence}`, payment, number }),
      };
    });
  });

  server.delete<OneMatch>('/matches/:matchId', { schema: { params: MATCH_PATH } }, async (request, reply) => {
    const { matchId } = request.params;
    reply.code(200);
    const entry = () => {
      const match = entryIn(standingMatches(books), { matchId });
      if (standingRecords(books).some(({ body }) => body['matchId'] === matchId))
        throw new VendorError(409, 'match_recorded', `a payment is recorded by match ${matchId}; delete that first`);
      return match;
    };
    return takenBack(books, request, UNMATCHING, { id: { matchId }, status: 'discarded', entry });
  });
}

const paymentView = ({ payment, receivedOn, payer, amountMinor, currency, remittance }: Payment, books: Books) => ({
  payment,
  receivedOn,
  payer,
  amount: amountMinor / 100,
  currency,
  remittance,
  matchedTo: matchedTo(payment, books),
});
