import { retryable } from '@arbiter/contracts';

/** Words with a digit, as people write numbers, dates, amounts and ids. */
const FIGURES = /[\p{L}\p{N}][\p{L}\p{N}.,:/_-]*/gu;
const HAS_DIGIT = /\p{N}/u;
/** Links and markup, which can carry data away or pretend to be somebody's page. */
const LINKS = /:\/\/|www\.|\]\(|!\[|<\/?[a-z!]|@\S/iu;

/**
 * Says of a model's words only what stands in what it was given: each number, date, amount and id, and no link and no markup
 * that is not there. A word is held until it is whole.
 */
export class Founded {
  private readonly figures: ReadonlySet<string>;
  private held = '';

  constructor(private readonly given: string) {
    this.figures = new Set(figuresIn(given));
  }

  /** What may be said by now. Throws a retryable `unfounded_prose`. */
  add(text: string): string {
    const all = this.held + text;
    const cut = /\S*$/u.exec(all)!.index;
    this.held = all.slice(cut);
    return this.checked(all.slice(0, cut));
  }

  end(): string {
    const rest = this.held;
    this.held = '';
    return this.checked(rest);
  }

  private checked(text: string): string {
    const links = text
      .split(/\s+/u)
      .filter((word) => LINKS.test(word))
      .map((word) => word.replace(/[.,;:!?)]+$/u, ''));
    if (links.some((link) => !this.given.includes(link))) throw unfounded('a link or markup');
    if (figuresIn(text).some((figure) => !this.figures.has(figure))) throw unfounded('a number, a date or an id');
    return text;
  }
}

const figuresIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(FIGURES), ([figure]) => figure.replace(/[.,:/_-]+$/u, '')).filter((figure) =>
    HAS_DIGIT.test(figure),
  );

const unfounded = (what: string): Error =>
  retryable('unfounded_prose', `the provider's words are not shown: they hold ${what} that was not given`);
