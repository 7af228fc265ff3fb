/** A value in a text: `tokens[index]` up to, not with, `tokens[end]`. */
export interface Found {
  readonly value: unknown;
  readonly index: number;
  readonly end: number;
}
