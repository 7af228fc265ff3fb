import { withPersonalValues, type PersonalValues } from '@arbiter/contracts';

/** The end of a text that may become a token when more of it comes. */
const BEGINNING = /<(?:[A-Z][A-Z_]{0,40}(?:_[0-9a-f]{0,64})?)?$/;

/**
 * Puts values back into a text that comes in pieces, wherever a token is cut. For the person they belong to, and for no
 * one else.
 */
export class ShownValues {
  private held = '';

  constructor(private readonly personal: PersonalValues) {}

  add(text: string): string {
    const all = this.held + text;
    const cut = BEGINNING.exec(all)?.index ?? all.length;
    this.held = all.slice(cut);
    return withPersonalValues(all.slice(0, cut), this.personal);
  }

  end(): string {
    const rest = this.held;
    this.held = '';
    return rest;
  }
}
