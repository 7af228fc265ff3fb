import { linksIn } from './link-header';

const read = (header: string) => linksIn(header)?.map(({ target, parameters }) => [target, ...parameters]);

describe('the header Link (RFC 8288)', () => {
  it.each<[string, string, unknown]>([
    ['an empty one has no links', '', []],
    [
      'a link with its relation',
      '<https://a.example/x?page=2>; rel="next"',
      [['https://a.example/x?page=2', ['rel', 'next']]],
    ],
    [
      'several, with or without quotation marks and blanks',
      '</x?page=1>;rel=prev , </x?page=3> ; REL = "next last";title="a, b; c"',
      [
        ['/x?page=1', ['rel', 'prev']],
        ['/x?page=3', ['rel', 'next last'], ['title', 'a, b; c']],
      ],
    ],
    ['a comma and a semicolon within an address', '</x?a=1,2;b=3>; rel=next', [['/x?a=1,2;b=3', ['rel', 'next']]]],
    [
      'a quotation mark that is escaped',
      String.raw`<x>; title="say \"x\", y"; rel=next`,
      [['x', ['title', 'say "x", y'], ['rel', 'next']]],
    ],
    ['the first of two relations', '<x>; rel=prev; rel=next', [['x', ['rel', 'prev']]]],
    ['empty elements and parameters', ', <x>; ; rel=next;, ,', [['x', ['rel', 'next']]]],
    ['a parameter without a value', '<x>; crossorigin; rel=next', [['x', ['crossorigin', ''], ['rel', 'next']]]],
    [
      'an extended parameter',
      "<x>; title*=UTF-8''n%c3%a4; rel=next",
      [['x', ['title*', "UTF-8''n%c3%a4"], ['rel', 'next']]],
    ],
  ])('reads %s', (_, header, links) => {
    expect(read(header)).toEqual(links);
  });

  it.each([
    'x; rel=next',
    '<x; rel=next',
    '<x>; rel="next',
    '<x> rel=next',
    '<x>; rel=next <y>',
    '<<x>>; rel=next',
    'next',
  ])('is no list of links: %s', (header) => {
    expect(linksIn(header)).toBeNull();
  });

  it('is read in one pass, however long it is', () => {
    const long = `<x>; title="${'\\'.repeat(16_000)}`;
    expect(linksIn(long)).toBeNull();
    expect(linksIn(`${' ,'.repeat(8_000)}<x`)).toBeNull();
    expect(linksIn('<x>;rel=next,'.repeat(1_200))).toHaveLength(1_200);
  });
});
