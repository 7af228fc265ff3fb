import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { Books } from '../../books';
import type { LedgerEntry } from '../../ledger';
import { DISCARDING, DRAFTING, SENDING, diaryOf } from '../../studio/diary';
import type { Studio } from '../../studio/studio';
import { VendorError, notFound } from '../../vendor-error';
import { once } from '../once';
import { DRAFT_BODY, DRAFT_PATH, MESSAGE_BODY, type DraftBody, type MessageBody } from './schemas';

interface OneDraft {
  readonly Params: { draftId: string };
}

/** Drafts and sent letters. A draft is sent once, to its own recipient and about its own subject. */
export function addStudioMail(server: FastifyInstance, studio: Studio, books: Books): void {
  server.post<{ Body: DraftBody }>('/drafts', { schema: { body: DRAFT_BODY } }, async (request, reply) => {
    reply.code(201);
    return once(books, request, DRAFTING, request.body, () => ({
      ...aboutOne(studio, request.body.about),
      result: (sequence) => ({ draftId: `D-${sequence}` }),
    }));
  });

  server.delete<OneDraft>('/drafts/:draftId', { schema: { params: DRAFT_PATH } }, async (request, reply) => {
    const { draftId } = request.params;
    reply.code(200);
    return once(books, request, DISCARDING, { draftId }, () => {
      const draft = draftOf(books, draftId);
      if (wasSent(books, draftId)) throw alreadySent(draftId);
      return { customerId: draft.customerId, orderNumber: null, result: () => ({ draftId, status: 'discarded' }) };
    });
  });

  server.post<{ Body: MessageBody }>('/messages', { schema: { body: MESSAGE_BODY } }, async (request, reply) => {
    reply.code(201);
    return once(books, request, SENDING, request.body, () => {
      const { draftId, to, about } = request.body;
      const effect = aboutOne(studio, about);
      const { body } = draftOf(books, draftId);
      if (!isDeepStrictEqual([body['to'], body['about']], [to, about]))
        throw new VendorError(422, 'draft_differs', `draft ${draftId} is for somebody else or about something else`);
      if (wasSent(books, draftId)) throw alreadySent(draftId);
      const sentAt = `${diaryOf(books).today}T${new Date().toISOString().slice(11)}`;
      return { ...effect, result: (sequence) => ({ messageId: `M-${sequence}`, sentAt }) };
    });
  });
}

/** A letter is about an invoice or a contact. */
function aboutOne({ invoices, contacts }: Studio, about: string): Pick<LedgerEntry, 'customerId' | 'orderNumber'> {
  const contactId = invoices.get(about)?.contactId ?? contacts.get(about)?.contactId;
  if (contactId === undefined) throw notFound();
  return { customerId: contactId, orderNumber: null };
}

/** Throws 404 when there was none, or it was discarded. */
function draftOf({ entries }: Books, draftId: string): LedgerEntry {
  const draft = entries.find(({ route, result }) => route === DRAFTING && result['draftId'] === draftId);
  if (!draft || entries.some(({ route, body }) => route === DISCARDING && body['draftId'] === draftId))
    throw notFound();
  return draft;
}

const wasSent = ({ entries }: Books, draftId: string): boolean =>
  entries.some(({ route, body }) => route === SENDING && body['draftId'] === draftId);

const alreadySent = (draftId: string): VendorError =>
  new VendorError(409, 'draft_already_sent', `draft ${draftId} has been sent before`);
