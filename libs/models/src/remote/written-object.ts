import { areWhole } from '../wire/wire-rule';

/** A JSON object as it is written, piece by piece. Each character is looked at once, however small the pieces are. */
export class WrittenObject {
  text = '';
  private depth = 0;
  private isInText = false;
  private isEscaped = false;
  private isClosed = false;

  /** Whether it is whole with this piece; nothing that follows could make it whole a second time. */
  add(piece: string): boolean {
    this.text += piece;
    if (this.isClosed) return false;
    for (const character of piece) this.read(character);
    return this.isClosed && areWhole(this.text);
  }

  private read(character: string): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (this.isInText) {
      this.isEscaped = character === '\\';
      this.isInText = character !== '"';
    } else if (character === '"') this.isInText = true;
    else if (character === '{') this.depth += 1;
    else if (character === '}') this.close();
  }

  private close(): void {
    this.depth -= 1;
    this.isClosed ||= this.depth <= 0;
  }
}
