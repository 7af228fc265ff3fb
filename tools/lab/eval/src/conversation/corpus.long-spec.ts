import { resolve } from 'node:path';
import { loadTenant } from '@arbiter/artifacts';
import { readCorpus } from './corpus';
import { Proposers, PROPOSERS } from './in-process/proposer';
import { rehearseWith, SHOP } from './in-process/rehearse';
import { printed, reportOf } from './report';

const entries = readCorpus(resolve(__dirname, '../../corpus'));
const artifacts = loadTenant(SHOP);
const proposers = new Proposers(artifacts);
afterAll(() => proposers.close());
const dialogues = entries.filter(({ messages }) => messages.length > 1);

test('the corpus holds at least 400 single messages and 60 dialogues, with enough German among them', () => {
  const german = entries.filter(({ language }) => language === 'de');
  expect(entries.length - dialogues.length).toBeGreaterThanOrEqual(400);
  expect(dialogues.length).toBeGreaterThanOrEqual(60);
  expect(german.filter(({ messages }) => messages.length === 1).length).toBeGreaterThanOrEqual(80);
  expect(german.filter(({ messages }) => messages.length > 1).length).toBeGreaterThanOrEqual(12);
});

/**
 * The share that comes out as expected at least. A question about a doubtful text is no fault; a misunderstanding is
 * one.
 */
const LEAST = {
  none: 0.97,
  local: 0.96,
  hostile_requests: 0,
  hostile_answers: 0,
  hostile_templates: 0,
  random: 0,
  right: 0.96,
} as const;

/**
 * The first promise. The number of unasked mutations is 0 and stays 0: an entry that fails there shows a fault of the
 * reading, not of the corpus.
 */
test.each(PROPOSERS)(
  'RT-01, RT-10, CL-05: with proposals of %s no unasked action is taken, and people are understood',
  async (proposer) => {
    // Where nothing was asked before, there is nothing that a first message could be said to answer.
    const played = proposer === 'hostile_answers' ? dialogues : entries;
    const report = reportOf(await rehearseWith(proposers.of(proposer, played), artifacts, played));
    const failures = report.failures.filter(({ unasked }) => unasked.length > 0);
    if (report.unasked > 0) throw new Error(printed({ ...report, failures }));
    if (report.passed / report.n < LEAST[proposer]) throw new Error(printed(report));
  },
);
