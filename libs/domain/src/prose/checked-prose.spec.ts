import fc from 'fast-check';
import { CheckedProse, checkSegment, checkedProse } from '.';
import { HARMLESS } from './fixtures/harmless';
import { HOSTILE } from './fixtures/hostile';
import { ORDER, orderGround, passage } from './fixtures/order-ground';

const GROUND = { en: orderGround('en'), de: orderGround('de') };
const languageOf = (kind: string): 'en' | 'de' => (kind.includes('German') ? 'de' : 'en');
const cut = (text: string, at: readonly number[]): readonly string[] => {
  const places = [...new Set(at.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [...places, text.length].map((end, index) => text.slice(places[index - 1] ?? 0, end));
};

/** As it comes out of a stream that was cut there. */
function streamed(
  text: string,
  places: readonly number[],
  language: 'en' | 'de' = 'en',
): { said: string; prose: CheckedProse } {
  const prose = new CheckedProse(GROUND[language], GROUND[language].copy[0]!);
  const said =
    cut(text, places)
      .map((piece) => prose.add(piece))
      .join('') + prose.end();
  return { said, prose };
}

describe('the words of a hostile writer (PR-05)', () => {
  const all = Object.entries(HOSTILE).flatMap(([kind, texts]) => texts.map((text) => [kind, text] as const));

  it('are of every kind, and many', () => {
    expect(all.length).toBeGreaterThanOrEqual(100);
  });

  it.each(all)('that hold %s never get out: %s', (kind, text) => {
    const language = languageOf(kind);
    const copy = GROUND[language].copy[0]!;
    fc.assert(
      fc.property(fc.array(fc.nat()), (places) => {
        const { said, prose } = streamed(text, places, language);
        expect(said.trim()).toBe(copy);
        expect(prose.hasModelWords).toBe(false);
      }),
      { numRuns: 20 },
    );
    const between = language === 'de' ? ['Gern geschehen! ', ' Alles Gute!'] : ['Hello! ', ' Take care!'];
    const { said } = streamed(`${between[0]}${text}${between[1]}`, []);
    expect(said).not.toContain(text);
  });

  it('are refused for what they are, and the reason never holds them', () => {
    const claimOf = (text: string) => checkSegment(text, GROUND.en);
    expect(claimOf('I have refunded your order 1002.')).toEqual({ isFounded: false, claim: 'deed' });
    expect(claimOf('Your order 1002 was delivered.')).toEqual({ isFounded: false, claim: 'status' });
    expect(claimOf('It is 500 EUR.')).toEqual({ isFounded: false, claim: 'amount' });
    expect(claimOf('There is no such order.')).toEqual({ isFounded: false, claim: 'denial' });
    expect(claimOf('See https://evil.example')).toEqual({ isFounded: false, claim: 'link' });
  });
});

describe('a denial (PR-05)', () => {
  const ground = { ...GROUND.en, copy: ['I could not find an order 1009. Order 1002 has not been shipped yet.'] };
  it.each([
    'Unfortunately I could not find an order 1009.',
    'I was looking, but I could not find the order 1009.',
    "Your order 1002 hasn't been shipped.",
    'Sorry, it has not been shipped yet.',
  ])('may be told where the results hold it: %s', (text) =>
    expect(checkSegment(text, ground)).toMatchObject({ isFounded: true }),
  );

  it.each([
    'I could not find the order 1002.',
    'There is no order 1002.',
    'Order 1009 has not been shipped.',
    'It was not found.',
    'You have no orders.',
    'Order 1002 has been shipped, and I could not find it.',
  ])('that says more than they do is refused: %s', (text) =>
    expect(checkSegment(text, ground)).toMatchObject({ isFounded: false }),
  );
});

describe('the words of a friendly writer', () => {
  it.each(HARMLESS.en)('are said as they are: %s', (text) => {
    expect(checkedProse(text, GROUND.en, 'no').said).toBe(text);
  });

  it.each(HARMLESS.de)('are said as they are, in German: %s', (text) => {
    expect(checkedProse(text, GROUND.de, 'no').said).toBe(text);
  });
});

describe('the next step that the tenant offers (PR-05)', () => {
  const OFFER = {
    en: 'You can also ask me to cancel it, or to change its address.',
    de: 'Sie können mich auch bitten, sie zu stornieren oder ihre Adresse zu ändern.',
  };
  const offering = (language: 'en' | 'de') =>
    orderGround(language, { copy: [...GROUND[language].copy, OFFER[language]] });
  const said = (text: string, language: 'en' | 'de' = 'en') =>
    checkedProse(text, offering(language), GROUND[language].copy[0]!).said;

  it.each([OFFER.en, 'If you like, you can ask me to cancel it.', 'I can also cancel it, or change its address.'])(
    'may be offered: %s',
    (text) => expect(said(text)).toBe(text),
  );

  it('may be offered in German', () => expect(said(OFFER.de, 'de')).toBe(OFFER.de));

  it.each([
    'I have cancelled it.',
    'It is cancelled.',
    'I will cancel it.',
    'You asked me to cancel it.',
    'I changed its address.',
    'I can also refund it.',
    'You can also ask me to cancel order 1003.',
    'I cannot cancel it.',
  ])('is not told as anything else: %s', (text) => expect(said(text)).toBe(GROUND.en.copy[0]));

  it.each(Object.entries(HOSTILE).flatMap(([kind, texts]) => texts.map((text) => [kind, text] as const)))(
    'lets no more out, of %s: %s',
    (kind, text) => expect(said(text, languageOf(kind)).trim()).toBe(GROUND[languageOf(kind)].copy[0]),
  );
});

describe('a number that stands in no result', () => {
  const KNOWN = new Set(['1002', '126.47', '49.90', '49.9', '76.57', '2', '1', '25', '18', '2026']);

  it('never gets out, wherever it stands and however the stream is cut', () => {
    const number = fc.oneof(
      fc.nat().map(String),
      fc.double({ noNaN: true, min: 0, max: 1e6 }).map((value) => value.toFixed(2)),
    );
    const frame = fc.constantFrom(
      'Your order is #N.',
      'Hello, N!',
      'N',
      'That is N EUR.',
      'It is on its way, N.',
      'A-N',
      'On N November.',
    );
    fc.assert(
      fc.property(number, frame, fc.array(fc.nat()), (value, sentence, places) => {
        // 1.00 stands in a result that says 1.
        fc.pre(!KNOWN.has(value) && !KNOWN.has(String(Number(value))));
        const { said } = streamed(sentence.replace('N', value), places);
        expect(said.trim()).toBe(GROUND.en.copy[0]);
      }),
      { numRuns: 500 },
    );
  });

  it('gets out of no text at all', () => {
    const known = new Set(`${GROUND.en.copy[0]!} ${JSON.stringify(ORDER)}`.match(/\d+/gu));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.nat(), fc.array(fc.nat()), (text, value, places) => {
        const { said } = streamed(`Hello ${text} ${value} ${text}`, places);
        for (const figure of said.match(/\d+/gu) ?? [])
          expect(known.has(figure) || ['5', '9', '126', '49', '76', '25', '0'].includes(figure)).toBe(true);
      }),
    );
  });
});

describe('a sign of a currency without a figure', () => {
  it.each(['It costs $.', '£ £', 'Your order 1002 is in $.', 'That is 126.47 €$'])(
    'is refused where no result names the currency: %s',
    (text) => expect(streamed(text, []).said.trim()).toBe(GROUND.en.copy[0]),
  );

  it.each(['Your order 1002 is in €.', 'The total is €', '€'])('says what its name says: %s', (text) =>
    expect(streamed(text, []).said).toBe(text),
  );
});

describe('a stream', () => {
  it('says the same however it is cut', () => {
    const parts = fc.constantFrom(
      ...HARMLESS.en,
      ...Object.values(HOSTILE).flat(),
      '\n',
      'e.g. this',
      '...',
      'A very long word. ',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), fc.array(fc.nat()), (sentences, places) => {
        const text = sentences.join(' ');
        expect(streamed(text, places).said).toBe(checkedProse(text, GROUND.en, GROUND.en.copy[0]!).said);
      }),
    );
  });

  it('says nothing of a sentence before it is whole', () => {
    const prose = new CheckedProse(GROUND.en, 'no');
    expect(prose.add('Good news: your order 1002 is on')).toBe('');
    expect(prose.add(' its way! ')).toBe('');
    expect(prose.add('H')).toBe('Good news: your order 1002 is on its way! ');
  });

  it('replaces the first claim by the words of the platform, and leaves out any other', () => {
    const { said, prose } = streamed('Hello! I have refunded it. Your order 1003 is lost. Take care!', []);
    expect(said).toBe(`Hello! ${GROUND.en.copy[0]} Take care!`);
    expect(prose.refused).toMatchObject({ deed: 1 });
    expect(Object.values(prose.refused).reduce((sum, count) => sum + count, 0)).toBe(2);
  });

  it('is not followed by what the model has said already where only a part of it was refused', () => {
    const copy = 'Your order 1002 is shipped. The total is 126.47 EUR.';
    const ground = { ...GROUND.en, copy: [copy] };
    const said = (text: string): string => checkedProse(text, ground, copy).said;
    expect(said('Good news, order 1002 is shipped! I have refunded it.')).toBe(
      'Good news, order 1002 is shipped! The total is 126.47 EUR.',
    );
    expect(said('Good news, order 1002 is shipped! Its total is 126.47 EUR. I have refunded it. Take care!')).toBe(
      'Good news, order 1002 is shipped! Its total is 126.47 EUR. Take care!',
    );
    expect(said('Good news, it is shipped! I have refunded it.')).toBe(`Good news, it is shipped! ${copy}`);
    expect(said('Hello! I have refunded it.')).toBe(`Hello! ${copy}`);
  });

  it('says the words of the platform once', () => {
    const copy = GROUND.en.copy[0]!;
    expect(streamed(`${copy} I have refunded it. ${copy}`, []).said.trim()).toBe(copy);
  });

  it('is bounded, however much comes (EX-12)', () => {
    const prose = new CheckedProse(GROUND.en, 'no');
    for (let piece = 0; piece < 2_000; piece += 1) prose.add('Hello there, dear customer! ');
    prose.end();
    expect(prose.said.length).toBeLessThanOrEqual(8_000);
    expect(streamed('x'.repeat(20_000), []).prose.refused).toEqual({ too_long: 1 });
  });
});

describe('a retrieved passage', () => {
  const returns = orderGround('en', {
    copy: [],
    results: [],
    evidence: [
      passage(
        'You can return shoes within 30 days. Worn shoes cannot be returned. See https://shop.example/returns for more.',
      ),
    ],
  });
  const isFounded = (text: string): boolean => checkSegment(text, returns).isFounded;

  it.each([
    'You can return shoes within 30 days.',
    'Worn shoes cannot be returned.',
    'See https://shop.example/returns for more.',
  ])('may be said: %s', (text) => expect(isFounded(text)).toBe(true));

  it.each([
    'Worn shoes can be returned.',
    'You can return shoes within 60 days.',
    'You can return worn shoes within 30 days.',
    'You cannot return shoes within 30 days.',
    'I have returned your shoes.',
    'See https://shop.example/returns?who=1002 for more.',
    'See https://shop.example for more.',
  ])('is not turned round: %s', (text) => expect(isFounded(text)).toBe(false));
});

describe('several things of a kind', () => {
  const orders = orderGround('en', {
    copy: [],
    results: [
      {
        orders: [
          { orderNumber: '1001', status: 'delivered', total: 20, currency: 'EUR' },
          { orderNumber: '1002', status: 'shipped', total: 30, currency: 'EUR' },
        ],
      },
    ],
  });
  const isFounded = (text: string, about: readonly string[] = []): boolean =>
    checkSegment(text, orders, about).isFounded;

  it.each([
    'Order 1001 is delivered.',
    '1001 is delivered and 1002 is shipped.',
    'I found 2 orders.',
    'The total is 50 EUR.',
  ])('are told one by one: %s', (text) => expect(isFounded(text)).toBe(true));

  it.each([
    'Order 1002 is delivered.',
    '1001 and 1002 are shipped.',
    'Order 1001 is 30 EUR.',
    'I found 3 orders.',
    'The total is 60 EUR.',
  ])('are never mixed up: %s', (text) => expect(isFounded(text)).toBe(false));

  it('are spoken of from one sentence to the next', () => {
    expect(isFounded('It is delivered.', ['n:1002'])).toBe(false);
    expect(isFounded('It is delivered.', ['n:1001'])).toBe(true);
  });
});
