import { join } from 'node:path';
import type { ArtifactBundle } from '@arbiter/contracts';
import { loadTenant } from '../load-tenant';
import { checkPhrases } from './phrases';

const shop = loadTenant(join(__dirname, '../../../../deploy/tenants/shop'));

function problemsOf(changes: Partial<ArtifactBundle>): readonly string[] {
  const problems: string[] = [];
  checkPhrases({ ...shop, ...changes }, (file, path, reason, fix) =>
    problems.push(`${file} ${path.join('.')}: ${reason}; ${fix}`),
  );
  return problems;
}

describe('what people say (CL-01)', () => {
  it('means one thing in the demo', () => expect(problemsOf({})).toEqual([]));

  it('stands under one intent only, whatever its layout and its number', () => {
    const [first, second] = shop.intents;
    const said = `${first!.examples[0]!.toUpperCase()}!`;
    expect(problemsOf({ intents: [first!, { ...second!, examples: [...second!.examples, said] }] })).toEqual([
      `intents.yaml 1.examples.${second!.examples.length}: "${said}" stands under "${second!.intent}" and under "${first!.intent}"; keep it under one of the two`,
    ]);
  });

  it('is no yes and no at once, in any language', () => {
    const [german] = shop.translations;
    const lexicon = { yes: ['jawohl'], no: ['Nein', 'Jawohl!'] };
    expect(problemsOf({ translations: [{ ...german!, lexicon }] })).toEqual([
      'copy.de.yaml lexicon.no.1: "Jawohl!" stands under "no" and under "yes"; keep it under one of the two',
    ]);
  });
});
