import { areWhole, brokenStream, objectIn, textIn, type JsonObject } from './wire-rule';

/** One call of a tool, as far as it was written. */
interface Call {
  readonly place: number;
  /** a tool that takes a text, not JSON */
  readonly isCustom: boolean;
  isNamed: boolean;
  written: string;
}

interface Piece {
  readonly id: string;
  readonly number: string | null;
  readonly name: string;
  readonly written: string;
}

/**
 * The tool calls of one choice. Servers leave the type out, number from one, with texts or not at all, give parallel
 * calls one number and an id each, or one id and a number each. A named piece that fits no call begins one; a piece
 * without a name belongs to the call of its number, else of its id, else to the last.
 */
export class ChatCalls {
  private readonly byId = new Map<string, Call>();
  private readonly byNumber = new Map<string, Call>();
  private readonly all: Call[] = [];

  /** The piece in the one form that the SDK reads: numbered from zero, a function, its name said once. */
  seen(given: JsonObject): JsonObject {
    const piece = pieceOf(given);
    const call = this.known(piece) ?? this.begun(given);
    if (piece.id !== '') this.byId.set(piece.id, call);
    if (piece.number !== null) this.byNumber.set(piece.number, call);
    const name = call.isNamed || piece.name === '' ? {} : { name: piece.name };
    call.isNamed ||= piece.name !== '';
    call.written += piece.written;
    const { custom: _custom, ...rest } = given;
    return { ...rest, index: call.place, type: 'function', function: { ...name, arguments: piece.written } };
  }

  /** Throws a retryable `broken_stream` when the arguments of a call break off. */
  end(): void {
    if (this.all.some(({ isCustom, written }) => !isCustom && !areWhole(written)))
      throw brokenStream('the arguments of a tool call break off');
  }

  private known({ id, number, name, written }: Piece): Call | undefined {
    const numbered = number === null ? undefined : this.byNumber.get(number);
    const identified = this.byId.get(id);
    if (name === '') return numbered ?? identified ?? this.all.at(-1);
    if (id !== '') return number === null || numbered === identified ? identified : undefined;
    const isNext = numbered !== undefined && isDone(numbered) && written.trimStart().startsWith('{');
    return isNext ? undefined : numbered;
  }

  private begun(given: JsonObject): Call {
    const isCustom = given['type'] === 'custom' || 'custom' in given;
    const call: Call = { place: this.all.length, isCustom, isNamed: false, written: '' };
    this.all.push(call);
    return call;
  }
}

const isDone = ({ written }: Call): boolean => written.trim() !== '' && areWhole(written);

function pieceOf(given: JsonObject): Piece {
  const { index, id } = given;
  const { name, arguments: written, input } = { ...objectIn(given['custom']), ...objectIn(given['function']) };
  const isNumber = typeof index === 'number' || (typeof index === 'string' && index !== '');
  return {
    id: textIn(id).trim(),
    number: isNumber ? String(index) : null,
    name: textIn(name).trim(),
    // Some servers write the arguments as an object.
    written: typeof written === 'object' && written !== null ? JSON.stringify(written) : textIn(written ?? input),
  };
}
