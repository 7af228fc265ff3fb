import { modelsInUse } from './models-in-use';

const EMBEDDED = 'embedded-en-0.2 of local, then lexical-en-0.1 of local_lexical';
const intent = (environment: NodeJS.ProcessEnv): string | undefined =>
  modelsInUse(environment).find((line) => line.startsWith('intent'));

describe('the list of models that the start prints', () => {
  it('holds the embedded ones alone without any key', () => {
    expect(intent({})).toBe(`intent by ${EMBEDDED}`);
    expect(modelsInUse({})).toHaveLength(4);
  });

  it.each([
    ['an OpenAI key', { OPENAI_API_KEY: 'secret' }, 'gpt-5-mini of openai'],
    ['an Anthropic key', { ANTHROPIC_API_KEY: 'secret' }, 'claude-haiku-4-5 of anthropic'],
    [
      "an address and a model of one's own",
      { ARBITER_MODEL_URL: 'http://localhost:11434/v1', ARBITER_MODEL: 'llama' },
      'llama of own',
    ],
  ])('begins with the model of %s, and tells no secret (PV-08)', (_, environment, first) => {
    expect(intent(environment)).toBe(`intent by ${first}, then ${EMBEDDED}`);
    expect(modelsInUse(environment).join()).not.toContain('secret');
  });

  it('passes over an address without a model', () => {
    expect(intent({ ARBITER_MODEL_URL: 'http://localhost:11434/v1' })).toBe(`intent by ${EMBEDDED}`);
  });
});
