import { join } from 'node:path';
import { readCorpus } from './corpus';
import { PROPOSERS } from './in-process/proposer';
import { rehearse } from './in-process/rehearse';
import { reportOf } from './report';

const entries = readCorpus(join(__dirname, 'fixtures/smoke.yaml'));

test.each(PROPOSERS)(
  'with proposals of %s, requests are met, a yes and a no are heard, and nothing else is done',
  async (proposer) => {
    expect(reportOf(await rehearse(entries, proposer))).toMatchObject({
      n: entries.length,
      passed: entries.length,
      unasked: 0,
      unanswered: 0,
      failures: [],
    });
  },
);
