import { join } from 'node:path';
import { loadTenant } from '@arbiter/artifacts';
import { readCorpus } from './corpus';
import { Proposers, PROPOSERS } from './in-process/proposer';
import { rehearseWith, SHOP } from './in-process/rehearse';
import { reportOf } from './report';

const entries = readCorpus(join(__dirname, 'fixtures/smoke.yaml'));
const artifacts = loadTenant(SHOP);
const proposers = new Proposers(artifacts);
afterAll(() => proposers.close());

test.each(PROPOSERS)(
  'with proposals of %s, requests are met, a yes and a no are heard, and nothing else is done',
  async (proposer) => {
    expect(reportOf(await rehearseWith(proposers.of(proposer, entries), artifacts, entries))).toMatchObject({
      n: entries.length,
      passed: entries.length,
      unasked: 0,
      unanswered: 0,
      failures: [],
    });
  },
);
