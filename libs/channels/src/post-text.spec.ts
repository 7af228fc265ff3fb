import { assert, constantFrom, array, integer, property, string } from 'fast-check';
import { splitText, textsOf } from './post-text';
import { reply } from './testing/message-bus';

describe('a text that is split', () => {
  it('is left alone when it fits', () => {
    expect(splitText('short', 5)).toEqual(['short']);
    expect(splitText('', 5)).toEqual([]);
  });

  it('is cut between words, at a line break where there is one', () => {
    expect(splitText('one two three four', 9)).toEqual(['one two', 'three', 'four']);
    expect(splitText('first line\nsecond line', 15)).toEqual(['first line', 'second line']);
  });

  it('has a word that is too long cut inside, and no character', () => {
    expect(splitText('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
    expect(splitText('😀😀😀', 3)).toEqual(['😀', '😀', '😀']);
  });

  it('keeps every word, in order, in pieces that fit', () => {
    const texts = array(constantFrom('a', 'bb', 'ccc', '\n', ' ', 'dddd', '😀'), { maxLength: 60 }).map((parts) =>
      parts.join(' '),
    );
    assert(
      property(texts, integer({ min: 6, max: 40 }), (text, longest) => {
        const pieces = splitText(text, longest);
        for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(longest);
        expect(pieces.join(' ').split(/\s+/).filter(Boolean)).toEqual(text.split(/\s+/).filter(Boolean));
      }),
    );
  });

  it('loses nothing but white space, whatever the text', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 200 }), integer({ min: 2, max: 50 }), (text, longest) => {
        const pieces = splitText(text, longest);
        for (const piece of pieces)
          expect([piece.length <= longest, piece.isWellFormed() || !text.isWellFormed()]).toEqual([true, true]);
        expect(pieces.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });
});

describe('the executed steps', () => {
  const header = {
    steps: [
      {
        stepId: 'pay',
        title: 'Refund the order',
        status: 'failed',
        error: { code: 'not_found', message: 'no such order' },
      },
    ],
  };

  it('stands before what is said, in the words of the person and with no code (ER-01, CL-12)', () => {
    const message = reply({
      sessionId: 's',
      text: 'Es tut mir leid.',
      header,
      headerText: '✗ Bestellung erstatten (fehlgeschlagen)',
    });
    expect(textsOf(message, 4_000)).toEqual(['✗ Bestellung erstatten (fehlgeschlagen)\n\nEs tut mir leid.']);
    expect(textsOf(reply({ sessionId: 's', text: '' }), 4_000)).toEqual([]);
  });
});

describe('the texts of a message', () => {
  it('steer nothing, and a source is one line', () => {
    const texts = textsOf(
      reply({
        sessionId: 's',
        headerText: '✓ Look up\u001b[2J',
        text: 'Hello\u202e\u0007\nthere',
        sources: [
          { id: 'a', title: 'Returns\n✓ Refund', section: '', excerpt: '', uri: 'https://shop.example/returns' },
        ],
      }),
      4_000,
    );
    expect(texts).toEqual(['✓ Look up[2J\n\nHello\nthere\n\n↳ Returns ✓ Refund (https://shop.example/returns)']);
  });
});
