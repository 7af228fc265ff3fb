/** The shapes of requests to the desk; any other is refused with 400. */
const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength }) as const;

const closed = <P extends Record<string, unknown>>(properties: P) =>
  ({ type: 'object', required: Object.keys(properties), additionalProperties: false, properties }) as const;

export const NOTE_BODY = closed({ memberId: text(100), text: text(2_000) });
export const MAIL_BODY = closed({
  memberId: text(100),
  to: { type: 'string', maxLength: 320, pattern: '^[^@\\s]+@[^@\\s]+$' },
  text: text(10_000),
});

export interface NoteBody {
  readonly memberId: string;
  readonly text: string;
}
export interface MailBody extends NoteBody {
  readonly to: string;
}
