import { Segments } from './segments';

it('never puts the words of two attempts into one segment', async () => {
  const shown: string[] = [];
  const segments = new Segments(async (text, attempt) => void shown.push(`${attempt} ${text}`));
  for (const [text, attempt] of [
    ['You will ', 1],
    ['get', 1],
    ['Your order ', 2],
    ['is here.', 2],
  ] as const)
    await segments.add(text, attempt);
  await segments.finish();
  expect(shown).toEqual(['1 You will get', '2 Your order is here.']);
  expect(segments.count).toBe(2);
});
