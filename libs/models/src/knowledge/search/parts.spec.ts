import { partsOf } from './parts';

describe('the questions in a text (EX-08)', () => {
  it.each([
    ['Is it on its way, and can I still change it?', ['Is it on its way', 'and can I still change it']],
    ['Where do you deliver? What does it cost?', ['Where do you deliver', 'What does it cost']],
    ['Hello there, where do you deliver?', []],
    ['Where do you deliver?', []],
    ['', []],
  ])('are its parts: "%s"', (text, parts) => expect(partsOf(text)).toEqual(parts));

  it('are few', () => expect(partsOf('What does it cost? '.repeat(40))).toHaveLength(4));
});
