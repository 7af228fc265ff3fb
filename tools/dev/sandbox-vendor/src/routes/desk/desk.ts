import type { FastifyInstance } from 'fastify';
import type { Books } from '../../books';
import { FIRST_MAILS, FIRST_NOTES, MEMBERS, type Mail, type Note } from '../../desk/desk';
import { FOLDER } from '../../desk/folder';
import type { LedgerEntry } from '../../ledger';
import { notFound } from '../../vendor-error';
import { once, type Effect } from '../once';
import { MAIL_BODY, NOTE_BODY, type MailBody, type NoteBody } from './schemas';

const NOTING = 'POST /desk/notes';
const MAILING = 'POST /desk/mails';

/** The folder, the notes and the mail of a small team. The ledger says what was written and sent. */
export function addDesk(server: FastifyInstance, books: Books): void {
  server.get('/desk/files', async () => ({
    files: [...FOLDER.values()].map(({ fileId, name, changedOn, changedBy }) => ({
      fileId,
      name,
      changedOn,
      changedBy,
    })),
  }));

  server.get<{ Params: { fileId: string } }>('/desk/files/:fileId', async ({ params: { fileId } }) => {
    const file = FOLDER.get(fileId);
    if (!file) throw notFound();
    return file;
  });

  server.get('/desk/notes', async () => ({ notes: [...FIRST_NOTES, ...done(books, NOTING).map(noteOf)] }));
  server.post<{ Body: NoteBody }>('/desk/notes', { schema: { body: NOTE_BODY } }, async (request, reply) => {
    reply.code(201);
    return once(books, request, NOTING, request.body, () =>
      by(request.body, (sequence) => ({ noteId: `N-${FIRST_NOTES.length + sequence}`, status: 'noted' })),
    );
  });

  server.get('/desk/mails', async () => ({ mails: [...FIRST_MAILS, ...done(books, MAILING).map(mailOf)] }));
  server.post<{ Body: MailBody }>('/desk/mails', { schema: { body: MAIL_BODY } }, async (request, reply) => {
    reply.code(201);
    return once(books, request, MAILING, request.body, () =>
      by(request.body, (sequence) => ({ mailId: `ML-${FIRST_MAILS.length + sequence}`, status: 'sent' })),
    );
  });
}

/** Throws 404 for a person who does not work here. */
function by({ memberId }: NoteBody, result: Effect['result']): Effect {
  if (!MEMBERS.has(memberId)) throw notFound();
  return { customerId: memberId, orderNumber: null, result };
}

const done = ({ entries }: Books, doing: string): readonly LedgerEntry[] =>
  entries.filter(({ route }) => route === doing);

const dayOf = ({ at }: LedgerEntry): string => at.slice(0, 10);

const noteOf = (entry: LedgerEntry): Note => ({
  noteId: String(entry.result['noteId']),
  text: String(entry.body['text']),
  writtenBy: entry.customerId,
  writtenOn: dayOf(entry),
});

const mailOf = (entry: LedgerEntry): Mail => ({
  mailId: String(entry.result['mailId']),
  from: MEMBERS.get(entry.customerId)!,
  to: String(entry.body['to']),
  text: String(entry.body['text']),
  sentOn: dayOf(entry),
});
