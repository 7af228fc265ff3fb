import type { IntentDefinition } from '@arbiter/contracts';
import { shopBundle } from '../../fixtures/shop-bundle';
import { tenantLanguage } from '../../language/tenant-language';
import { utteranceOf } from '../../language/utterance';
import { readOverride } from './override';

const language = tenantLanguage(shopBundle);
const read = (text: string) => readOverride(utteranceOf(text), language);

describe('an override', () => {
  test.each([
    'stop',
    'STOP!',
    'Stop.',
    'please stop',
    'ok, stop',
    'No, stop!',
    'can you stop that',
    'I want to cancel that',
    'forget it, thanks',
    'actually, forget it',
    'never mind',
    'scrap that',
    'well, actually',
    'instead',
    '"stop"',
    'Where is my order? Actually, forget it',
  ])('is said alone in %p', (text) => {
    expect(read(text)).toMatchObject({ bare: true });
  });

  test.each([
    "don't stop",
    "please don't cancel that",
    'do not stop',
    'never stop',
    'I actually like it',
    'the instead-of order',
    'she said "stop"',
    "the button says 'cancel' and does nothing",
    'bus stop 12',
    'nonstop',
    'the app does not stop',
    'I like it, actually',
    'can you actually see my order',
    '"stop" is what the button says',
    "don't forget that",
    'I forgot my password',
  ])('is not in %p', (text) => {
    expect(read(text)).toBeNull();
  });

  test.each([
    ['actually, where is my order 1003?', 'where is my order 1003?', false],
    ['no wait, make it Tuesday', 'make it Tuesday', false],
    ['Wait actually order 1003', 'order 1003', false],
    ['make it 1003 instead', 'make it 1003', false],
    ['stop, refund order 1003', 'refund order 1003', true],
    ['forget it where is my order 1003', 'where is my order 1003', true],
    ['cancel that and refund order 1003', 'refund order 1003', true],
  ])('stands apart from what else is wanted in %p', (text, rest, ends) => {
    expect(read(text)).toMatchObject({ apart: true, bare: false, ends, rest: { text: rest } });
  });

  test.each([
    'stop the refund',
    'stop refund order 1003',
    'ignore my last message',
    'stop what you are doing',
    'forget the second one',
    'forget about the refund',
  ])('speaks of the rest in %p', (text) => {
    expect(read(text)).toMatchObject({ apart: false, bare: false, ends: true });
  });

  test('courtesy after an end is no more than that, after a steering word it is what is meant', () => {
    expect(read('cancel, thanks')).toMatchObject({ ends: true, bare: true });
    expect(read('actually, thanks')).toMatchObject({ ends: false, bare: false });
  });

  const [{ slots: numbered }] = shopBundle.intents as [IntentDefinition];
  const cancelling = {
    intent: 'cancel_order',
    description: 'x',
    examples: ['cancel my order 1003', 'cancel order', 'call off my order'],
    slots: numbered,
    template: 'x',
  };
  const withCancel = tenantLanguage({ ...shopBundle, intents: [...shopBundle.intents, cancelling] });

  test.each([
    'If order 1003 has not left yet, cancel it',
    'If 1003 hasn’t shipped by Friday, please cancel it.',
    'Where is order 1002? If it is late, cancel it',
    'cancel 1003 if it has not left yet',
  ])('is not the deed upon an object that %p wants on a condition', (text) => {
    expect(readOverride(utteranceOf(text), withCancel)).toBeNull();
  });

  test.each([
    'if it is not too late, cancel it',
    'cancel it if you can',
    'cancel the refund of 1003 if you can',
    'Where is order 1002? No, cancel that',
  ])('ends what is going on in %p, whatever can be cancelled besides', (text) => {
    expect(readOverride(utteranceOf(text), withCancel)).toMatchObject({ ends: true });
  });

  test('a phrase that begins an example of the intent that is meant is the verb of that request', () => {
    expect(readOverride(utteranceOf('cancel my order 1003'), withCancel)).toBeNull();
    expect(readOverride(utteranceOf('cancel'), withCancel)).toMatchObject({ bare: true });
    expect(readOverride(utteranceOf('cancel please'), withCancel)).toMatchObject({ bare: true });
    expect(readOverride(utteranceOf('cancel, order 1004'), withCancel)).toMatchObject({ apart: true });
    expect(read('cancel my order 1003')).not.toBeNull();
  });
});
