import { deed, echo, planBundleWith } from '../fixtures/plan-bundle';
import { argumentsOf, begun } from '../fixtures/run-story';

const TOKEN = '<EMAIL_7f3a90c1d2e4>';
const personal = { [TOKEN]: 'ida@example.com' };
const changes = { args: { text: TOKEN }, personal };

describe('a run whose arguments hold a token (CX-03)', () => {
  it('asks for its actions with the token, and takes what it stands for over from its request', () => {
    const story = begun(planBundleWith([deed('a'), echo('b')]), changes);
    expect(story.fact('run.planned')).toMatchObject({ args: { text: TOKEN }, personal });
    expect(story.fact('action.requested').args).toEqual({ text: TOKEN });
    expect(argumentsOf(story, 'b')).toEqual({ text: TOKEN });
  });

  it('says the value to its owner, and shows it in results', () => {
    const results = {
      id: 'show',
      type: 'emit_results' as const,
      title: 'Show',
      dependsOn: [],
      args: { said: { from: 'args.text' } },
    };
    const tell = {
      id: 'tell',
      type: 'synthesize' as const,
      title: 'Tell',
      copy: 'echoed',
      dependsOn: ['show'],
      args: { text: { from: 'args.text' } },
    };
    const story = begun(planBundleWith([results, tell]), changes);
    expect(story.fact('step.completed').result).toEqual({ said: 'ida@example.com' });
    expect(story.fact('reply.requested').values).toMatchObject({
      text: 'ida@example.com',
      args: { text: 'ida@example.com' },
    });
    expect(JSON.stringify(story.shown)).not.toContain(TOKEN);
  });
});
