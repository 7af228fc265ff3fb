import { localised } from '@arbiter/contracts';
import { shopBundle } from '../fixtures/shop-bundle';
import { speaksOfSelfHarm } from './self-harm';
import { heard } from './spelling';
import { tenantLanguage } from './tenant-language';

const speaks = (text: string, locale: string) => {
  const copy = { ...shopBundle.copy, locale };
  const language = tenantLanguage(locale === 'en' ? shopBundle : { ...localised(shopBundle, 'en'), copy });
  return speaksOfSelfHarm(heard(text, language), language);
};

test.each([
  ['I want to kill myself', 'en'],
  ["i don't want to live any more", 'en'],
  ['Where is my order? I am going to hurt myself.', 'en'],
  ['I have been thinking about ending my life', 'en'],
  ['I feel suicidal', 'en'],
  ['Ich will nicht mehr leben', 'de'],
  ['ich bringe mich um', 'de'],
  ['Ich möchte mir das Leben nehmen', 'de'],
])('%p is about harming oneself', (text, locale) => {
  expect(speaks(text, locale)).toBe(true);
});

test.each([
  ['this wait is killing me', 'en'],
  ['I could kill for a cup of tea', 'en'],
  ['I cut myself on the broken mug', 'en'],
  ['I hurt myself on the lid', 'en'],
  ['I do not want to die waiting for my parcel', 'en'],
  ['the plant wants to die', 'en'],
  ['the poster says "kill myself"', 'en'],
  ['he wants to kill himself', 'en'],
  ['my battery is dead', 'en'],
  ['Das Warten bringt mich um', 'de'],
  ['Ich sterbe vor Hunger', 'de'],
])('%p is not', (text, locale) => {
  expect(speaks(text, locale)).toBe(false);
});
