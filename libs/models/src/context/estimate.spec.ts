import { assembled } from './assemble';
import { estimatedTokens, estimatedUsage } from './estimate';

const draft = {
  purpose: 'agent',
  instructions: 'Look it up.',
  fields: { wish: { from: 'person', value: 'Where is 1002?' } },
  schema: null,
  embedded: null,
} as const;
const rules = { recognisers: [], treatments: {} as never, digest: () => '' };

describe('what an answer took that was stopped (TP-02, PV-05)', () => {
  it('is counted by ourselves, of the prompt with all that is sent, and of what was written', () => {
    const plain = estimatedUsage(assembled(draft, rules).prompt, 'Well.');
    const offered = { name: 'look_up', description: 'Looks up', schema: { type: 'object' } };
    const { prompt } = assembled({ ...draft, tools: [offered], notes: [{ text: 'A note.', field: null }] }, rules);
    expect(plain).toEqual({
      inputTokens: expect.any(Number),
      outputTokens: estimatedTokens('Well.'),
      cachedTokens: null,
      isEstimated: true,
    });
    expect(plain.inputTokens).toBeGreaterThan(estimatedTokens(draft.instructions + draft.fields.wish.value));
    expect(estimatedUsage(prompt, '').inputTokens).toBeGreaterThan(plain.inputTokens! + 20);
    expect(estimatedUsage(prompt, '').outputTokens).toBe(0);
  });
});
