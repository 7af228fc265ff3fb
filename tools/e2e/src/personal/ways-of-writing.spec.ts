import { treatmentsOf } from '@arbiter/contracts';
import { Pseudonyms, loadRecognisers, type Recogniser } from '@arbiter/models';
import { TELLING, toldOf } from './telling-part';
import { waysOfWriting } from './ways-of-writing';

let recognisers: readonly Recogniser[];
beforeAll(async () => (recognisers = await loadRecognisers()));

const hidden = (text: string): string =>
  new Pseudonyms({
    recognisers,
    treatments: treatmentsOf(),
    digest: (kind) => (kind === 'QUOTED' ? 'a' : 'b').repeat(64),
  }).hide(text);

describe('personal values as people write them (CX-03, CX-04)', () => {
  it('are told by the texts themselves', () => {
    const ways = waysOfWriting();
    expect(ways.length).toBeGreaterThan(200);
    for (const { value, text } of ways) expect(toldOf(value, [text])).toBeGreaterThanOrEqual(TELLING);
  });

  it('are hidden in each of more than 200 ways', () => {
    const told = waysOfWriting()
      .map(({ value, writing, text }) => ({ writing, text, hidden: hidden(text), told: toldOf(value, [hidden(text)]) }))
      .filter(({ told }) => told >= TELLING);
    expect(told).toEqual([]);
  });
});
