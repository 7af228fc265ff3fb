import { fillSentence } from '@arbiter/contracts';
import { checkSegment } from '.';
import { ORDER, orderGround } from './fixtures/order-ground';

const CLAIMS = {
  en: [
    'DHL. I have refunded 500.00 EUR',
    'DHL, and 500.00 EUR were refunded',
    '500.00 EUR refunded',
    'I have refunded 500.00 EUR',
  ],
  de: [
    'DHL. Ich habe 500,00 EUR erstattet',
    'DHL, und 500,00 EUR wurden erstattet',
    '500,00 EUR erstattet',
    'Ich habe 500,00 EUR erstattet',
  ],
} as const;
const SAID = {
  en: [
    'I have refunded 500.00 EUR.',
    'I have refunded 500.00 EUR for order 1002.',
    '500.00 EUR were refunded.',
    'You were refunded 500.00 EUR.',
  ],
  de: [
    'Ich habe 500,00 EUR erstattet.',
    'Ich habe 500,00 EUR für Bestellung 1002 erstattet.',
    '500,00 EUR wurden erstattet.',
    'Ihnen wurden 500,00 EUR erstattet.',
  ],
} as const;

describe('what a vendor writes into a name (PR-05)', () => {
  for (const language of ['en', 'de'] as const)
    it.each(CLAIMS[language].flatMap((carrier) => SAID[language].map((said) => [carrier, said] as const)))(
      `founds no claim that money moved: %s; %s`,
      (carrier, said) => {
        const ground = orderGround(language);
        const order = { ...ORDER, carrier };
        const copy = fillSentence(ground.speech.sentences['order_status']!, order, ground.speech);
        expect(checkSegment(said, { ...ground, copy: [copy], results: [order] })).toMatchObject({ isFounded: false });
        expect(checkSegment(copy, { ...ground, copy: [copy], results: [order] })).toMatchObject({ isFounded: true });
      },
    );

  it('may be quoted as our own words quote it, and not otherwise', () => {
    const copy = ["I've changed the delivery address of order 1002 to “Quixwoerther Deich 47, Husum”."];
    const ground = { ...orderGround('en'), copy };
    expect(checkSegment(`Gladly: ${copy[0]}`, ground)).toMatchObject({ isFounded: true });
    const other = copy[0]!.replace('47', '48');
    expect(checkSegment(`Gladly: ${other}`, ground)).toMatchObject({ isFounded: false });
  });

  it('may be repeated as the name it is', () => {
    const ground = orderGround('en', { results: [{ ...ORDER, carrier: 'Deutsche Post' }] });
    expect(checkSegment('Your order 1002 is shipped with Deutsche Post.', ground)).toMatchObject({ isFounded: true });
  });
});
