import { keptFormats } from './intl-formats';

it('a format is made once for its words, and not kept forever', () => {
  const made: string[] = [];
  const format = keptFormats((locale: string, zone: string) => {
    made.push(`${locale} ${zone}`);
    return { locale, zone };
  });
  expect(format('en', 'UTC')).toBe(format('en', 'UTC'));
  expect(format('en', 'Europe/Berlin')).toEqual({ locale: 'en', zone: 'Europe/Berlin' });
  expect(made).toEqual(['en UTC', 'en Europe/Berlin']);
  for (let zone = 0; zone < 200; zone += 1) format('de', `zone ${zone}`);
  format('en', 'UTC');
  expect(made.filter((words) => words === 'en UTC')).toHaveLength(2);
});
