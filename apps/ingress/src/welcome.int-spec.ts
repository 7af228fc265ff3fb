import { activateArtifacts } from '@arbiter/artifacts';
import { playbookBundle } from './testing/playbook-bundle';
import { Laboratory, type RunningIngress } from './testing/laboratory';

const AT = '2026-07-02T07:00:00.000Z';
const WELCOME = {
  customers: ['anna', 'ben'],
  examples: { en: ['Which invoices are open?'], de: ['Welche Rechnungen sind offen?'] },
};

describe('what a page shows before a conversation begins', () => {
  let laboratory: Laboratory;
  let running: RunningIngress;
  beforeAll(async () => {
    laboratory = await Laboratory.open();
    const conversation = { newRequest: 'switch', mostQuestions: 3, welcome: WELCOME } as const;
    await activateArtifacts(laboratory.stack.postgres.url, { ...playbookBundle, conversation }, 'welcome', AT);
    running = await laboratory.start();
  });
  afterAll(() => laboratory.close());

  const welcome = async (locale?: string) =>
    (await fetch(`${running.url}/api/welcome${locale === undefined ? '' : `?locale=${locale}`}`)).json();

  it("is the tenant's own, in the wished language where it has some", async () => {
    const { customers, examples } = WELCOME;
    expect(await welcome()).toEqual({ customers, twoStage: false, examples: examples.en });
    expect(await welcome('de-CH')).toEqual({ customers, twoStage: false, examples: examples.de });
    expect(await welcome('fr')).toEqual({ customers, twoStage: false, examples: examples.en });
  });
});
