import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { localised } from '@arbiter/contracts';
import { loadTenant } from '@arbiter/artifacts';
import { readYesNo, tenantLanguage, utteranceOf } from '@arbiter/domain';

const TENANTS = resolve(__dirname, '../../../deploy/tenants');
const NOTHING_ELSE = { level: 'high', intentId: null, slots: {} } as const;

/** Platform loads the copy and the domain reads texts; here both are at hand. */
const labels = readdirSync(TENANTS).flatMap((tenant) => {
  const bundle = loadTenant(join(TENANTS, tenant));
  return [bundle.copy, ...bundle.translations].flatMap(({ locale, sentences }) => {
    const language = tenantLanguage(localised(bundle, locale));
    const read = (text: string) => readYesNo(utteranceOf(text), language, NOTHING_ELSE);
    return [
      [tenant, locale, sentences['approve_label']!, 'yes', read] as const,
      [tenant, locale, sentences['reject_label']!, 'no', read] as const,
    ];
  });
});

it.each(labels)(
  'CH-07: a button of %s in %s, "%s", is read as a %s when it is pressed',
  (_tenant, _locale, label, meaning, read) => {
    expect(read(label)).toBe(meaning);
  },
);
